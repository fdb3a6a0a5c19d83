import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anthropic, codingTools, demoModel, openai } from '@myelin/bundled';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSettings } from './settings.ts';
import { checkChange } from './settings-check.ts';

const silent = () => undefined;

async function hostOfBundled(): Promise<PluginHost> {
	const log = { debug: silent, info: silent, warn: silent, error: silent };
	const host = createPluginHost({ settings: {}, log });
	onTestFinished(() => host.close());
	for (const plugin of [anthropic, openai, demoModel, codingTools]) await host.add(plugin, 'bundled');
	return host;
}

async function verdictOf(key: string, changed: object): Promise<string> {
	const settings = parseSettings(JSON.stringify(changed), '/home/me/settings.json');
	const checked = checkChange(key.split('.'), settings, await hostOfBundled());
	return checked.then(
		() => 'taken',
		(error: Error) => error.message,
	);
}

const partOf = (plugin: string, part: object) => ({ pluginSettings: { [plugin]: part } });

describe('a change of settings', () => {
	it.each([
		['anthropic', { apiKey: 12345 }, 'apiKey: expected a text, found something else'],
		[
			'anthropic',
			{ baseUrl: 'nowhere' },
			'baseUrl: expected a URL of http or https without a user or password (those go into apiKey or headers), found "nowhere"',
		],
		[
			'openai',
			{ endpoints: { mine: { baseUrl: 'http://h/v1' } } },
			'endpoints.mine.models: expected a list of the models to use, by their ids, found nothing',
		],
		['demo-model', { delayMs: 'slow' }, 'delayMs: expected a number of milliseconds, found "slow"'],
		['coding-tools', { allowOutside: 1 }, 'allowOutside: expected true or false, found 1'],
		[
			'coding-tools',
			{ passEnvironment: ['A', 2] },
			'passEnvironment: expected a list of names of variables, found something else',
		],
	])('that the plugin %s would refuse is refused: %j', async (plugin, part, fault) => {
		expect(await verdictOf(`pluginSettings.${plugin}`, partOf(plugin, part))).toBe(
			`pluginSettings.${plugin} does not fit: ${fault}`,
		);
	});

	it.each([
		['anthropic', { apiKey: 'k', cache: '1h' }],
		['demo-model', { delayMs: 0 }],
		['coding-tools', { allowOutside: true, passEnvironment: ['A'] }],
		['unheard-of', { any: ['thing'] }],
	])('that the plugin %s takes is taken: %j', async (plugin, part) => {
		expect(await verdictOf(`pluginSettings.${plugin}`, partOf(plugin, part))).toBe('taken');
	});

	it('is judged by what it changes, and not by what a person wrote beside it', async () => {
		const changed = { ...partOf('anthropic', { apiKey: 5 }), model: 'demo/demo' };
		expect(await verdictOf('model', changed)).toBe('taken');
		expect(await verdictOf('pluginSettings', changed)).toMatch(/^pluginSettings\.anthropic does not fit/);
	});

	it('names a model that there is', async () => {
		expect(await verdictOf('model', { model: 'demo/dmeo' })).toMatch(
			/^model: there is no demo\/dmeo; there are .*demo\/demo/,
		);
	});

	it('names plugins that are there, but for those that may be missing', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'myelin-entries-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const there = join(folder, 'there.ts');
		writeFileSync(there, '');
		const none = join(folder, 'none.ts');
		const program = { command: ['python3', 'guard.py'] };
		expect(await verdictOf('plugins', { plugins: [there, program, { path: none, onFailure: 'allow' }] })).toBe('taken');
		expect(await verdictOf('plugins', { plugins: [there, none] })).toBe(
			`plugins[1]: ${none} cannot be loaded: ENOENT: no such file or directory, stat '${none}'`,
		);
	});
});
