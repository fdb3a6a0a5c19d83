import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, type RawServer, startServer, temporaryFolder, type Wire } from './raw-server.ts';

const guard = "myelin.on('tool_call', () => ({ block: true, reason: 'no' }));";

/** Plugins that never get up, each a file of its own. */
const broken: readonly (readonly [string, string | undefined])[] = [
	['is not there', undefined],
	['throws at load', "throw new Error('boom');"],
	[
		'throws in its setup after it registered a guard',
		`export default { name: 'p', setup(myelin) { ${guard} throw new Error('boom'); } };`,
	],
	[
		'names a point that there is not',
		"export default { name: 'p', setup(myelin) { myelin.on('tool_cal', () => {}); } };",
	],
	['is no plugin', 'export default () => {};'],
];

/** The file of settings that names these plugins. */
function settingsFile(plugins: readonly unknown[], folder = temporaryFolder()): string {
	const path = join(folder, 'settings.json');
	writeFileSync(path, JSON.stringify({ plugins }));
	return path;
}

/** A program that speaks the protocol: it does `then` once the server has greeted it. */
function speaking(then: string, first = ''): readonly string[] {
	const code = `${first}
		const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
		const clientInfo = { name: 'p' };
		say({ id: 1, method: 'initialize', params: { clientInfo, protocolVersion: { min: 1, max: 1 } } });
		process.stdin.once('data', (data) => { const { plugin } = JSON.parse(String(data).split('\\n')[0]).result.capabilities; ${then} });`;
	return [process.execPath, '-e', code];
}

const ready = "say({ method: 'plugin/ready', params: {} });";

async function runTouch(
	options: readonly string[],
	before: (server: RawServer, sessionId: string) => Promise<unknown> = async () => {},
) {
	const folder = temporaryFolder();
	const server = startServer(...options);
	const sessionId = await openSession(server, { cwd: folder });
	await before(server, sessionId);
	await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="touch ran"' });
	const { plugins } = (await server.ask('plugins/list')).result;
	return { ran: existsSync(join(folder, 'ran')), events: server.events().map(({ event }) => event), plugins };
}

describe('a plugin that was named and', () => {
	it.each(broken)('%s is a shut gate, and the session is told why', async (_how, code) => {
		verifies('R82');
		const path = join(temporaryFolder(), 'plugin.mjs');
		if (code !== undefined) writeFileSync(path, code);
		const { ran, events } = await runTouch(['--plugin', path]);
		expect(ran).toBe(false);
		expect(events.find(({ type }) => type === 'tool_decision')).toMatchObject({
			answer: 'block',
			decisions: [{ by: 'missing-plugins' }],
		});
		expect(events.find(({ type }) => type === 'notice').message).toContain(path);
	});

	it('dies before it is ready is a shut gate too', async () => {
		const settings = settingsFile([{ command: [process.execPath, '-e', 'process.exit(3)'], name: 'gone' }]);
		expect((await runTouch(['--settings', settings])).ran).toBe(false);
	});

	it('may be missing opens nothing else', async () => {
		const settings = settingsFile([{ path: './nope.ts', onFailure: 'allow' }]);
		expect((await runTouch(['--settings', settings])).ran).toBe(true);
	});

	it.each([
		['in the server', 'guard-of-nobody'],
		['in a process of its own', { path: 'guard-of-nobody', isolation: 'process' }],
	])('is a package that is nowhere, %s, is told with the places where it was looked for', async (_, entry) => {
		const folder = temporaryFolder();
		const { ran, events } = await runTouch(['--settings', settingsFile([entry], folder)]);
		expect(ran).toBe(false);
		expect(events.find(({ type }) => type === 'notice').message).toContain(
			`there is no package guard-of-nobody: looked for ${folder}/node_modules/guard-of-nobody, `,
		);
	});

	it('is started twice under two names, and once fails, is a shut gate', async () => {
		const command = speaking(`if (plugin.name === 'strict') process.exit(5); ${ready}`);
		const settings = settingsFile([
			{ command, name: 'lax' },
			{ command, name: 'strict' },
		]);
		expect((await runTouch(['--settings', settings])).ran).toBe(false);
	});

	it('is connected, and has not said that it is ready, does not open the gate; it opens once it has', async () => {
		const flag = join(temporaryFolder(), 'flag');
		const [first, go] = [`${flag}-first`, `${flag}-go`];
		const command = speaking(
			`say({ id: 2, method: 'tools/register', params: { tools: [{ name: 't', description: '', parameters: { type: 'object' } }] } });
			const look = setInterval(() => { if (fs.existsSync('${go}')) { clearInterval(look); ${ready} } }, 10);`,
			`const fs = require('fs'); if (!fs.existsSync('${first}')) { fs.writeFileSync('${first}', ''); process.exit(1); }`,
		);
		const joined = async (server: RawServer) => {
			for (let plugin: Wire; plugin?.status !== 'loaded'; )
				plugin = (await server.ask('plugins/list')).result.plugins.find(({ name }: Wire) => name === 'late');
		};
		const settings = settingsFile([{ command, name: 'late' }]);
		expect((await runTouch(['--settings', settings], joined)).ran).toBe(false);
		writeFileSync(go, '');
		rmSync(first);
		const opened = await runTouch(['--settings', settings], async (server, sessionId) => {
			const answers = () =>
				server.events().flatMap(({ event }) => (event.type === 'tool_decision' ? event.answer : []));
			for (let turn = 0; answers().at(-1) !== 'allow'; turn++)
				await server.ask('session/prompt', { sessionId, promptId: `p${turn}`, text: 'bash command="true"' });
		});
		expect(opened.ran).toBe(true);
	});

	it('is called as the gate itself is a shut gate', async () => {
		const path = join(temporaryFolder(), 'plugin.mjs');
		writeFileSync(path, "export default { name: 'missing-plugins', setup() {} };");
		expect((await runTouch(['--plugin', path, '--plugin', `${path}-not-there`])).ran).toBe(false);
	});

	it('talks something else than the protocol is given up at once, with its process', async () => {
		const pid = join(temporaryFolder(), 'pid');
		const talk = `require('fs').writeFileSync('${pid}', String(process.pid)); console.log('hello'); setInterval(() => {}, 1000);`;
		const settings = settingsFile([{ command: [process.execPath, '-e', talk], name: 'talker' }]);
		const started = performance.now();
		const { ran, plugins } = await runTouch(['--settings', settings]);
		expect(ran).toBe(false);
		expect(performance.now() - started).toBeLessThan(20_000);
		expect(plugins.filter(({ name }: Wire) => name === 'talker')).toMatchObject([
			{ status: 'failed', lastError: expect.stringContaining('does not speak the protocol') },
		]);
	});
});
