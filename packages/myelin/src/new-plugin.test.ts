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
		expect(() => newPlugin(name, folder)).toThrow(`Myelin itself has a plugin called ${name}; choose another name`);
	expect(readdirSync(folder)).toEqual([]);
});
