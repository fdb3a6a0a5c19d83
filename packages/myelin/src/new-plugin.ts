import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ownNames } from './own-names.ts';

const pluginCode = (name: string) => `import type { Plugin } from '@myelin/plugins';

/** Denies every shell command that deletes; the reason is what the model and you get to read. */
export default {
	name: '${name}',
	setup(myelin) {
		myelin.on('tool_call', ({ toolName, args }) => {
			if (toolName !== 'bash' || !/\\brm\\b|\\brmdir\\b/.test(String(args.command))) return;
			return { block: true, reason: 'deleting is off here' };
		});
	},
} satisfies Plugin;
`;

const testCode = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calling, hostPlugin, saying } from '@myelin/plugins/testing';

const plugin = new URL('./index.ts', import.meta.url);

test('a command that deletes does not run, and the model is told why', async () => {
	const hosted = await hostPlugin(plugin, {
		answers: [calling({ id: 'c1', name: 'bash', args: { command: 'rm -rf build' } }), saying('I may not.')],
	});
	await hosted.prompt('clean up');
	assert.deepEqual(hosted.ran, []);
	assert.match(hosted.shown.at(-1) ?? '', /deleting is off here/);
	await hosted.close();
});

test('every other command runs', async () => {
	const hosted = await hostPlugin(plugin, {
		answers: [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('Done.')],
	});
	await hosted.prompt('look around');
	assert.deepEqual(hosted.ran, [{ name: 'bash', args: { command: 'ls' } }]);
	await hosted.close();
});
`;

const packageJson = (name: string) => ({
	name,
	private: true,
	type: 'module',
	main: 'index.ts',
	scripts: { test: 'node --test' },
	devDependencies: { '@myelin/plugins': '^0.1.0' },
});

/**
 * Writes a plugin that works, and its test, into a new folder of its name; answers what a person does next. `program` is the folder of
 * the program that runs. Throws when the name is none or the folder is there.
 */
export function newPlugin(name: string | undefined, cwd: string, program: string): string {
	if (name === undefined) throw new Error('plugin new needs the name of the plugin: myelin plugin new no-deletes');
	if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
		throw new Error(
			`a plugin is named in lower-case words joined by -, not ${JSON.stringify(name)}: myelin plugin new no-deletes`,
		);
	if (ownNames.has(name)) throw new Error(`Myelin itself has a plugin called ${name}; choose another name`);
	const folder = join(cwd, name);
	if (existsSync(folder)) throw new Error(`${folder} is there already; choose another name, or take it away`);
	mkdirSync(folder);
	writeFileSync(join(folder, 'index.ts'), pluginCode(name));
	writeFileSync(join(folder, 'index.test.mjs'), testCode);
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageJson(name), undefined, 2)}\n`);
	const path = relative(process.cwd(), folder);
	return `Made ${path}. Try it:\n  myelin run --plugin ${path} 'bash command="rm -rf build"'\n${howToTest(path, program)}`;
}

/** A checkout tests with its own packages: those of a registry may be others, or not be there yet. */
function howToTest(path: string, program: string): string {
	const script = join(program, '../../../scripts/test-plugin.mjs');
	if (!existsSync(script)) return `Test it:\n  cd ${path} && npm install && npm test\n`;
	return `Test it with this checkout of Myelin:\n  cd ${path} && node --import '${script}' --test\nTest it once its packages are published:\n  cd ${path} && npm install && npm test\n`;
}
