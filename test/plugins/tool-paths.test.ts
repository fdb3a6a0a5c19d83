import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { packageFolders } from '../workspace.ts';

const root = join(import.meta.dirname, '../..');

/** The files of the product's own code that call something of this name, once for each call. */
function callsOf(name: string): string[] {
	return packageFolders()
		.filter((folder) => folder.startsWith('packages/'))
		.flatMap((folder) =>
			readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
				.map((file) => `${folder}/src/${file}`),
		)
		.sort()
		.flatMap((file) => Array.from({ length: countCalls(file, name) }, () => file));
}

function countCalls(file: string, name: string): number {
	const code = readFileSync(join(root, file), 'utf8');
	if (!code.includes(`${name}(`)) return 0;
	let count = 0;
	JSON.stringify(parseSync(file, code).program, (_key, node) => {
		const callee = node?.type === 'CallExpression' ? node.callee : undefined;
		if ((callee?.property?.name ?? callee?.name) === name) count++;
		return typeof node === 'bigint' ? undefined : node;
	});
	return count;
}

it('there is one place where a tool of a session runs, and it comes after the guards', () => {
	verifies('R84');
	// A run asks in the kernel alone; the others hand on what it asked, each to the next one outward.
	// Of the two in `serve.ts` one runs a command.
	expect(callsOf('execute')).toEqual([
		'packages/clients/typescript/src/serve.ts',
		'packages/clients/typescript/src/serve.ts',
		'packages/clients/typescript/src/tools.ts',
		'packages/clients/typescript/src/tools.ts',
		'packages/core/src/execute-tool.ts',
		'packages/myelin/src/isolated-api.ts',
		'packages/plugins/src/tool-from-spec.ts',
		'packages/rpc-server/src/remote-tools.ts',
		'packages/session/src/tool-binder.ts',
	]);
	expect(callsOf('executeTool')).toEqual(['packages/core/src/run-call.ts']);
	const pipeline = readFileSync(join(root, 'packages/core/src/run-call.ts'), 'utf8');
	const steps = [
		'rewriteArgs(run, prepared)',
		'showPreview(run, tool, call)',
		'askGuard(run, call, ',
		'executeTool(run, tool, call)',
	];
	const places = steps.map((step) => pipeline.indexOf(`await ${step}`));
	expect(places.every((place) => place > 0)).toBe(true);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
});
