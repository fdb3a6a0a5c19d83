import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, type RawServer, startServer, temporaryFolder, type Wire } from './raw-server.ts';

/** A server with one plugin of this code in its own process, and one that is sound and looks on. */
function serverWith(code: string): RawServer {
	const folder = temporaryFolder();
	const bad = join(folder, 'bad.mjs');
	const sound = join(folder, 'sound.mjs');
	writeFileSync(bad, code);
	writeFileSync(
		sound,
		`export default { name: 'sound', setup(myelin) { myelin.on('agent_end', (_event, { notify }) => notify('sound was here')); } };`,
	);
	return startServer('--plugin', JSON.stringify({ path: bad, onFailure: 'allow' }), '--plugin', sound);
}

const plugin = (setup: string) => `export default { name: 'bad', setup(myelin) { ${setup} } };`;

/** Runs a tool and gives what was said of it. */
async function run(server: RawServer) {
	const sessionId = await openSession(server);
	const { result } = await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="echo hi"' });
	await server.until(({ params }) => params?.event?.type === 'session_idle');
	const told = (type: string): Wire[] => server.events().flatMap(({ event }) => (event.type === type ? [event] : []));
	const plugins: Wire[] = (await server.ask('plugins/list')).result.plugins;
	return { summary: result.summary, told, info: plugins.find(({ name }) => name === 'bad'), sessionId };
}

const exits = 'process.exit(3) was called, which would end the server';

it.each([
	['throws when it is loaded', `throw new Error('boom')`, 'load: ', 'boom'],
	['is no plugin', 'export default 7', 'load: ', 'it is 7'],
	['throws in its setup', plugin(`throw new Error('boom')`), 'setup: ', 'boom'],
	['rejects in its setup', plugin(`return Promise.reject(new Error('boom'))`), 'setup: ', 'boom'],
	['exits when it is loaded', `process.exit(3); ${plugin('')}`, 'load: ', exits],
	['exits in its setup', plugin('process.exit(3)'), 'setup: ', exits],
	[
		'registers a hook twice',
		plugin(`for (const n of [1, 2]) myelin.on('agent_end', () => {}, { hookId: 'h' })`),
		'setup: ',
		'bad has a hook h at agent_end',
	],
])('a plugin that %s has failed, and the server and the other plugin go on', async (_, code, where, why) => {
	verifies('R81');
	const server = serverWith(code);
	const { summary, told, info } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop', toolCalls: 1, toolErrors: 0 });
	expect(info).toMatchObject({ status: 'failed', lastError: expect.stringMatching(`^${where}`) });
	expect(info.lastError).toContain(why);
	expect(told('notice')).toMatchObject([{ message: 'sound was here' }]);
	expect(await server.end()).toBe(0);
});

it.each([
	['throws in a timer', `myelin.after(0, () => { throw new Error('boom'); })`, 'timer', 'boom'],
	['exits in a timer', 'myelin.after(0, () => process.exit(3))', 'timer', exits],
	['exits in a hook', `myelin.on('agent_start', () => process.exit(3))`, 'agent_start-1', exits],
])('a plugin that %s is named for it', async (_, setup, hook, why) => {
	const server = serverWith(plugin(`myelin.on('session_start', () => {}); ${setup}`));
	const { summary, info } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop', toolErrors: 0 });
	expect(info).toMatchObject({ status: 'loaded', lastError: expect.stringContaining(`${hook}: `) });
	expect(info.lastError).toContain(why);
	expect(await server.end()).toBe(0);
});

it.each([
	['throws where nobody waits', `setTimeout(() => { throw new Error('boom'); }, 0)`, 'boom'],
	['rejects where nobody waits', `void Promise.reject(new Error('boom'))`, 'boom'],
	['exits where nobody waits', 'setTimeout(() => process.exit(3), 0)', exits],
])('a plugin that %s is in the log, and the server goes on', async (_, tail, why) => {
	const server = serverWith(plugin(`myelin.on('agent_start', () => { ${tail}; })`));
	const { summary } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop', toolErrors: 0 });
	await server.ask('server/status');
	expect(server.stderr()).toMatch(/Nobody caught this/);
	expect(server.stderr()).toContain(why);
	expect(server.stderr()).toContain('bad.mjs');
	expect(await server.end()).toBe(0);
});

it('a plugin that prints, to whatever is in reach, is in the log and never on the wire', async () => {
	const prints = `console.log('a'); console.error('b'); process.stdout.write('c\\n'); process.stdout.end?.();`;
	const server = serverWith(plugin(`${prints} myelin.on('agent_start', () => { ${prints} })`));
	const { summary } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop' });
	expect(server.received.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
	expect(await server.end()).toBe(0);
});

it('a plugin that answers 100 MB has failed there, and its reason is cut', async () => {
	const server = serverWith(
		plugin(
			`myelin.on('tool_call', () => ({ block: true, reason: 'x'.repeat(100 << 20) })); myelin.on('system_prompt', () => ({ a: 'x'.repeat(100 << 20) }))`,
		),
	);
	const { summary, told } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
	expect(told('tool_decision')[0].decisions[0].reason.length).toBe(10_001);
	expect(told('plugin_error')[0]).toMatchObject({ plugin: 'bad', hook: 'system_prompt-1' });
	expect(await server.end()).toBe(0);
});

it('a plugin that changes what it is given changes nothing', async () => {
	const server = serverWith(
		plugin(
			`for (const point of ['message_end', 'tool_execution_end', 'agent_end']) myelin.on(point, (event) => { event.type = 'mine'; delete event.message; event.result = 7; })`,
		),
	);
	const { summary, told } = await run(server);
	expect(summary).toMatchObject({ endReason: 'stop', toolErrors: 0 });
	expect(told('tool_execution_end')[0].result.content[0].text).toContain('hi');
	expect(told('plugin_error').length).toBeGreaterThan(0);
	expect(await server.end()).toBe(0);
});

const zap = (execute: string) =>
	`myelin.registerTool({ name: 'zap', description: '', parameters: { type: 'object' }, execute: () => (${execute}) });`;

it.each([
	['a tool', zap(`{ content: [], details: { v: 10n } }`), 'result.details.v'],
	[
		'a tool_result hook',
		`${zap(`'x'`)} myelin.on('tool_result', () => ({ details: { v: 10n } }))`,
		'its answer.details.v',
	],
	[
		'an input hook',
		`${zap(`'x'`)} myelin.on('input', ({ messages }) => [{ ...messages[0], meta: { v: 10n } }])`,
		'meta.v',
	],
])(
	'what %s gives and JSON cannot hold is its own failure: the run goes on, and no event is missing',
	async (_, setup, where) => {
		const server = serverWith(plugin(setup));
		const sessionId = await openSession(server);
		const { result } = await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'zap' });
		await server.until(({ params }) => params?.event?.type === 'session_idle');
		expect(result.summary).toMatchObject({ endReason: 'stop', toolCalls: 1 });
		const told = server.events();
		expect(JSON.stringify(told)).toContain(`${where} is a BigInt; give a number or a text`);
		expect(told.map(({ seq }) => seq)).toEqual(told.map((_event, place) => told[0].seq + place));
		const calls = told.filter(({ event }) => /^tool_execution_(start|end)$/.test(event.type));
		expect(calls.map(({ event }) => event.type)).toEqual(['tool_execution_start', 'tool_execution_end']);
		expect(told.map(({ event }) => event.type)).not.toContain('session_error');
		expect(await server.end()).toBe(0);
	},
);

const saying = (progress: string) =>
	`myelin.registerTool({ name: 'zap', description: '', parameters: { type: 'object' }, execute(_args, { onUpdate }) { onUpdate(${progress}); return 'zapped'; } });`;

it.each([
	['a result', zap(`{ content: [], isError: 'no' }`), 'gave no result', 'isError is "no", not a boolean'],
	['a result', zap(`{ content: [], is_error: true }`), 'gave no result', 'its answer has a member "is_error"'],
	['progress', saying(`{ kind: 'print', delta: 'x' }`), 'said something that is no progress', 'kind is "print"'],
])(
	'%s that is none fails its call alike, in the server and in a process of its own: %s',
	async (_, setup, what, why) => {
		for (const where of [{}, { isolation: 'process' }]) {
			const file = join(temporaryFolder(), 'bad.mjs');
			writeFileSync(file, plugin(setup));
			const server = startServer('--plugin', JSON.stringify({ path: file, ...where }));
			const sessionId = await openSession(server);
			const { result } = await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'zap' });
			expect(result.summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
			const ended = server.events().filter(({ event }) => event.type === 'tool_execution_end');
			expect(ended).toMatchObject([{ event: { isError: true, result: { isError: true } } }]);
			expect(ended[0]?.event.result.content[0].text).toContain(`The tool "zap" ${what}`);
			expect(ended[0]?.event.result.content[0].text).toContain(why);
			expect(await server.end()).toBe(0);
		}
	},
);
