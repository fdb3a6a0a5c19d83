import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workingFolder } from './working-folder.ts';

it('the working folder is one that is there, or nothing begins', async () => {
	const base = await mkdtemp(join(tmpdir(), 'myelin-cwd-'));
	await writeFile(join(base, 'file'), '');
	expect(workingFolder(undefined, base)).toBe(base);
	expect(workingFolder('.', base)).toBe(base);
	expect(() => workingFolder('nope', base)).toThrow(
		`--cwd nope must be a folder that is there, and there is nothing of that name (looked for ${base}/nope)`,
	);
	expect(() => workingFolder('file', base)).toThrow(
		'--cwd file must be a folder that is there, and that is not a folder',
	);
});
