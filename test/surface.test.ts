import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readExports } from './surface/read-exports.ts';
import { packageFolders, readJson } from './workspace.ts';

const root = join(import.meta.dirname, '..');

interface Exports {
	name: string;
	exports?: Record<string, string | { '@myelin/source'?: string }>;
}

/** Every public entry of the workspace with the source behind it. */
function publicEntries(): { entry: string; path: string }[] {
	return packageFolders().flatMap((folder) => {
		const { name, exports = {} } = readJson<Exports>(`${folder}/package.json`);
		return Object.entries(exports).flatMap(([key, target]) => {
			const source = typeof target === 'string' ? undefined : target['@myelin/source'];
			return source === undefined ? [] : [{ entry: name + key.slice(1), path: join(folder, source) }];
		});
	});
}

// After a wanted change: `npm run fix` writes the list anew, and the review sees the difference.
it('the public entries give away exactly the names in surface.txt', async () => {
	const sections = publicEntries().map(({ entry, path }) => {
		const names = readExports(path, readFileSync(join(root, path), 'utf8'));
		return [`# ${entry}`, ...names, ''].join('\n');
	});
	await expect(sections.join('\n')).toMatchFileSnapshot('./surface.txt');
});

it('reads every form of a named export', () => {
	const code = `
		export { b, type C, d as e } from './x.ts';
		export type { F } from './x.ts';
		export type * from './generated/protocol.ts';
		export interface G {}
		export type H = string;
		export const i = 1, j = 2;
		export function a() {}
		export class K {}
	`;
	expect(readExports('x.ts', code)).toEqual([
		'type * of ./generated/protocol.ts',
		'type C',
		'type F',
		'type G',
		'type H',
		'value K',
		'value a',
		'value b',
		'value e',
		'value i',
		'value j',
	]);
});

it.each([`export * from './generated/x.ts'`, `export type * from './x.ts'`, 'export default 1'])(
	'refuses an export without a name: %s',
	(code) => {
		expect(() => readExports('x.ts', code)).toThrow('x.ts has an export without a name; list the names it gives away');
	},
);
