import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RawServer, startServer, temporaryFolder } from './raw-server.ts';

const word = `export default { name: 'word', setup(my) {
	my.registerTool({ name: my.settings.tool, description: '', parameters: { type: 'object' }, execute: () => '' });
} };`;

async function openWith(settings: object) {
	const folder = temporaryFolder();
	const file = join(folder, 'settings.json');
	writeFileSync(join(folder, 'word.mjs'), word);
	writeFileSync(file, JSON.stringify(settings));
	const server = startServer('--settings', file);
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	return { server, file };
}

const get = async (server: RawServer, key?: string) =>
	(await server.ask('settings/get', key === undefined ? {} : { key })).result;

describe('the settings file', () => {
	it('keeps every change that was answered, of however many servers at once', async () => {
		const first = await openWith({});
		const { file } = first;
		const others = [1, 2, 3].map(async () => {
			const server = startServer('--settings', file);
			await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
			return server;
		});
		const servers = [first.server, ...(await Promise.all(others))];
		for (let round = 0; round < 8; round++) {
			const set = (server: RawServer, place: number) =>
				server.ask('settings/set', { key: `pluginSettings.s${place}.r${round}`, value: round });
			expect((await Promise.all(servers.map(set))).map(({ result }) => result)).toEqual([{}, {}, {}, {}]);
		}
		const rounds = { r0: 0, r1: 1, r2: 2, r3: 3, r4: 4, r5: 5, r6: 6, r7: 7 };
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
			pluginSettings: { s0: rounds, s1: rounds, s2: rounds, s3: rounds },
		});
	});

	it('is not changed to what a plugin would refuse at the next start', async () => {
		const { server, file } = await openWith({ pluginSettings: { anthropic: { cache: '1h' } } });
		const { error } = await server.ask('settings/set', { key: 'pluginSettings.anthropic.apiKey', value: 5 });
		expect(error.data).toEqual({
			code: 'INVALID_SETTING',
			issues: [
				{
					path: ['pluginSettings', 'anthropic', 'apiKey'],
					message: 'apiKey: expected a text, found something else',
				},
			],
		});
		expect(error.message).toBe('pluginSettings.anthropic does not fit: apiKey: expected a text, found something else');
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pluginSettings: { anthropic: { cache: '1h' } } });
	});

	it('is told in its own form, by a place in it, and never a secret', async () => {
		const pluginSettings = { openai: { apiKey: 'sk-hidden', baseUrl: 'https://me:pw@host/v1', models: [{ id: 'a' }] } };
		const { server } = await openWith({ pluginSettings });
		expect(await get(server, 'pluginSettings.openai')).toEqual({
			value: { apiKey: '***', baseUrl: 'https://***@host/v1', models: [{ id: 'a' }] },
		});
		expect(await get(server, 'pluginSettings.openai.apiKey')).toEqual({ value: '***' });
		expect(await get(server, 'model')).toEqual({});
		await get(server);
		expect(JSON.stringify(server.received)).not.toContain('sk-hidden');
	});

	it('bounds the runs of sessions that say nothing of it, and holds for the next one when it is changed', async () => {
		const { server } = await openWith({ maxTurns: 1 });
		const prompt = async (params: object) => {
			const { sessionId } = (await server.ask('session/create', params)).result;
			const asked = { sessionId, promptId: `p-${sessionId}`, text: 'bash command="echo hi"' };
			return (await server.ask('session/prompt', asked)).result.summary.endReason;
		};
		expect([await prompt({}), await prompt({ maxTurns: 9 })]).toEqual(['max_turns', 'stop']);
		expect((await server.ask('settings/set', { key: 'maxTurns', value: 5 })).result).toEqual({});
		expect(await prompt({})).toBe('stop');
		expect((await server.ask('settings/set', { key: 'maxTurns', value: 0 })).error.message).toContain(
			'maxTurns: expected a whole number above 0, found 0',
		);
	});

	it('is changed: the default model holds at once, a plugin has its part when it is loaded again', async () => {
		const { server, file } = await openWith({ plugins: ['./word.mjs'], pluginSettings: { word: { tool: 'one' } } });
		expect((await server.ask('settings/set', { key: 'pluginSettings.word.tool', value: 'two' })).result).toEqual({});
		await server.ask('plugins/reload', { name: 'word' });
		const { sessionId } = (await server.ask('session/create')).result;
		const tools = (await server.ask('tools/list', { sessionId })).result.tools.map(
			({ name }: { name: string }) => name,
		);
		expect(tools).toContain('two');
		expect(tools).not.toContain('one');
		const refused = (await server.ask('settings/set', { key: 'model', value: 'nobody/none' })).error;
		const message = 'model: there is no nobody/none; there are demo/demo';
		expect(refused.data).toEqual({ code: 'INVALID_SETTING', issues: [{ path: ['model'], message }] });
		expect(refused.message).toBe(message);
		expect((await server.ask('session/create')).error).toBe(undefined);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
			plugins: ['./word.mjs'],
			pluginSettings: { word: { tool: 'two' } },
		});
	});

	it('takes no nonsense, and no secret that was not told', async () => {
		const { server, file } = await openWith({ pluginSettings: { openai: { apiKey: 'sk-hidden' } } });
		const before = readFileSync(file, 'utf8');
		expect((await server.ask('settings/set', { key: 'model', value: 7 })).error).toMatchObject({
			code: -32000,
			message: `${file}: model: expected a text like "provider/id", found 7`,
			data: {
				code: 'INVALID_SETTING',
				issues: [{ path: ['model'], message: 'model: expected a text like "provider/id", found 7' }],
			},
		});
		const { value } = await get(server, 'pluginSettings.openai');
		expect((await server.ask('settings/set', { key: 'pluginSettings.openai', value })).error.data).toMatchObject({
			code: 'INVALID_SETTING',
			issues: [{ path: ['pluginSettings', 'openai', 'apiKey'] }],
		});
		expect((await server.ask('settings/set', { key: 'model' })).error.data.code).toBe('INVALID_PARAMS');
		expect(readFileSync(file, 'utf8')).toBe(before);
	});
});
