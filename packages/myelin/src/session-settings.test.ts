import { expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

it('settings may bound the runs of all sessions, and say when what is shown is made shorter', () => {
	const sessions = {
		maxTurns: 20,
		budget: { tokens: 100_000, costUsd: 0.5 },
		compaction: { enabled: false, reserveTokens: 0 },
	};
	expect(parseSettings(JSON.stringify(sessions), '/s.json')).toEqual({ plugins: [], pluginSettings: {}, sessions });
});

it('settings may have sessions remember', () => {
	const memory = { enabled: true, everyTokens: 5000 };
	expect(parseSettings(JSON.stringify({ memory }), '/s.json')).toEqual({ plugins: [], pluginSettings: {}, memory });
});

it.each([
	['{ "memory": true }', '/s.json: memory: expected an object, found true'],
	['{ "memory": { "everyTokens": 0 } }', '/s.json: memory.everyTokens: expected a whole number above 0, found 0'],
	[
		'{ "memory": { "on": true } }',
		'/s.json: memory.on: expected no such setting; there are enabled, everyTokens, found true',
	],
	['{ "maxTurns": 0 }', '/s.json: maxTurns: expected a whole number above 0, found 0'],
	['{ "maxTurns": "20" }', '/s.json: maxTurns: expected a whole number above 0, found "20"'],
	['{ "budget": 5 }', '/s.json: budget: expected an object, found 5'],
	['{ "budget": { "tokens": 1.5 } }', '/s.json: budget.tokens: expected a whole number above 0, found 1.5'],
	['{ "budget": { "costUsd": -1 } }', '/s.json: budget.costUsd: expected a number above 0, found -1'],
	['{ "budget": { "usd": 1 } }', '/s.json: budget.usd: expected no such setting; there are tokens, costUsd, found 1'],
	['{ "compaction": { "enabled": 1 } }', '/s.json: compaction.enabled: expected true or false, found 1'],
	[
		'{ "compaction": { "reserveTokens": -1 } }',
		'/s.json: compaction.reserveTokens: expected a whole number from 0 on, found -1',
	],
])('settings of sessions that are nonsense (%s) say where, what was expected and what was found', (text, message) => {
	expect(() => parseSettings(text, '/s.json')).toThrow(message);
});
