import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPluginHost } from '@myelin/plugins/host';
import { expect, it, onTestFinished } from 'vitest';
import { newPlugin } from './new-plugin.ts';
import { ownNames } from './own-names.ts';
import { loadPlugins } from './plugin-host.ts';

const silent = () => undefined;

it('a new plugin is refused the name of each that is always there', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'new-plugin-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await loadPlugins(host, { kind: 'refused', why: 'nobody trusts it' }, []);
	expect([...ownNames].sort()).toEqual(
		host
			.list()
			.map(({ name }) => name)
			.sort(),
	);
	for (const name of ownNames)
		expect(() => newPlugin(name, folder, folder)).toThrow(
			`Myelin itself has a plugin called ${name}; choose another name`,
		);
	expect(readdirSync(folder)).toEqual([]);
});

it('a new plugin is tested with what can be installed, by a program that was installed', () => {
	const folder = mkdtempSync(join(tmpdir(), 'new-plugin-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const said = newPlugin('no-deletes', folder, join(folder, 'node_modules/myelin/dist'));
	expect(said).toMatch(/Test it:\n {2}cd .*no-deletes && npm install && npm test\n$/);
	expect(said).not.toContain('checkout');
});
