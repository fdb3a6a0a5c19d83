import { describe, expect, it } from 'vitest';
import { loadSettings, parseSettings, userSettingsPath } from './settings.ts';

const file = '/home/me/.config/myelin/settings.json';

describe('settings', () => {
	it('name a model, plugins beside the file, and each plugin’s part', () => {
		const text =
			'{ "model": "router/anthropic/claude", "plugins": ["./guard.ts", "/opt/x.js"], "pluginSettings": { "anthropic": { "cache": "off" } } }';
		expect(parseSettings(text, file)).toEqual({
			model: { provider: 'router', id: 'anthropic/claude' },
			plugins: [
				{ kind: 'file', path: '/home/me/.config/myelin/guard.ts' },
				{ kind: 'file', path: '/opt/x.js' },
			],
			pluginSettings: { anthropic: { cache: 'off' } },
		});
	});

	it.each([
		['{', /are not JSON/],
		['[]', /the settings: expected an object, found \[\]/],
		[
			'{ "modle": 1 }',
			/modle: expected no such setting; there are model, plugins, pluginSettings, maxTurns, budget, compaction, memory, found 1/,
		],
		['{ "model": "claude" }', /model: expected a text like "provider\/id", found "claude"/],
		['{ "plugins": "x" }', /plugins: expected a list of plugins, found "x"/],
		['{ "plugins": [""] }', /plugins\[0\]: expected a path, \{ "path": …, .+ or \{ "command": .+, found ""/],
		['{ "pluginSettings": { "a": 1 } }', /pluginSettings\.a: expected an object, found 1/],
	])('that are nonsense (%s) say where, what was expected and what was found', (text, message) => {
		expect(() => parseSettings(text, file)).toThrow(message);
		expect(() => parseSettings(text, file)).toThrow(file);
	});

	it('of one’s own may be absent; those that are named may not', () => {
		const env = { XDG_CONFIG_HOME: '/nowhere' };
		expect(userSettingsPath(env)).toBe('/nowhere/myelin/settings.json');
		expect(loadSettings(undefined, env)).toEqual({ plugins: [], pluginSettings: {} });
		expect(() => loadSettings('/nowhere/x.json', env)).toThrow(/cannot read the settings \/nowhere\/x\.json: ENOENT/);
	});
});
