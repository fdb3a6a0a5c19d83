import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonlStore } from '@myelin/session';
import { ask, hello, numbered, run, send, until, type WireScenario } from './conversation.ts';
import { says } from './scenarios.ts';

const s1 = { sessionId: 's1' };
const kept = { sessionId: 'kept' };

/** A plugin whose code is the body of its setup. */
function plugin(name: string, setup: string): Pick<WireScenario, 'prepare' | 'options'> {
	return {
		async prepare(folder) {
			const text = `export default { name: '${name}', setup(my) { ${setup} } };`;
			writeFileSync(join(folder, `${name}.mjs`), text);
			return undefined;
		},
		options: [`--plugin=$folder/${name}.mjs`],
	};
}

const sessionsOf = (folder: string) => join(folder, 'myelin/sessions');

/** A kept session whose file is these lines. */
function keptSession(...lines: readonly (object | string)[]): Pick<WireScenario, 'prepare'> {
	return {
		async prepare(folder) {
			mkdirSync(sessionsOf(folder), { recursive: true });
			const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
			writeFileSync(join(sessionsOf(folder), 'kept.jsonl'), text);
			return undefined;
		},
	};
}

const header = { type: 'session', version: 1, sessionId: 'kept', cwd: '/', createdAt: 1000 };

/** Every error that a request can be answered with, or that a run ends with. */
export const errorScenarios: Readonly<Record<string, WireScenario>> = {
	unreadable: {
		note: 'What is no JSON, no message, no request or too large is refused, and the next message is read.',
		options: ['--max-frame=2000'],
		steps: [
			{ text: '{"jsonrpc"\n' },
			...numbered(
				until('null'),
				send({ id: 7 }),
				until(7),
				hello(),
				ask('session/create', { cwd: 'x'.repeat(3000) }),
				ask('server/status', { nothing: true }),
			).filter((step) => !('until' in step && step.until === 2)),
		],
	},
	greeting: {
		note: 'A request before initialize, versions that do not meet, and initialize twice.',
		steps: numbered(
			ask('session/list'),
			ask('initialize', { clientInfo: { name: 'bare' }, protocolVersion: { min: 7, max: 9 } }),
			hello(),
			hello(),
		),
	},
	'start-refused': {
		note: 'A server that cannot do what it was started for tells why in its answers, and ends.',
		settings: '--cwd=/no/such/folder',
		steps: numbered(hello(), ask('session/create'), ask('server/status')),
	},
	requests: {
		note: 'A method that there is not, and parameters that do not fit.',
		steps: numbered(
			hello(),
			ask('session/fly'),
			ask('session/prompt', { sessionId: 5, text: 'go' }),
			ask('session/prompt', { ...s1, promptId: 'p' }),
			ask('session/create', { cwd: 'here' }),
		),
	},
	absent: {
		note: 'A session, an entry, a model and a plugin that are not there.',
		steps: numbered(
			hello(),
			ask('session/state', { sessionId: 'none' }),
			ask('session/open', { sessionId: 'none' }),
			ask('session/delete', { sessionId: 'none' }),
			ask('session/create'),
			ask('session/navigate', { ...s1, entryId: 'none' }),
			ask('session/setModel', { ...s1, model: { provider: 'none', id: 'none' } }),
			ask('session/setTools', { ...s1, tools: ['none'] }),
			ask('plugins/unload', { name: 'none' }),
			ask('plugins/reload', { name: 'demo-model' }),
		),
	},
	'prompted-twice': {
		note: 'A prompt is asked again under its id: the same is answered with its run, something else and nothing at all are refused.',
		script: [says('one two')],
		steps: numbered(
			hello(),
			ask('session/create'),
			...run('go', 'p1'),
			ask('session/prompt', { ...s1, promptId: 'p1', text: 'go' }),
			ask('session/prompt', { ...s1, promptId: 'p1', text: 'stop' }),
			ask('session/prompt', { ...s1, promptId: 'p2', text: ' ' }),
			ask('session/steer', { ...s1, content: [] }),
		),
	},
	busy: {
		note: 'While a run is live another prompt is refused, and so is what changes the session; a cancelled prompt tells how its run ended.',
		script: [[[{ type: 'text_delta', index: 0, delta: 'half' }], 'silence']],
		steps: numbered(
			hello(),
			ask('session/create'),
			send({ id: 'run', method: 'session/prompt', params: { ...s1, promptId: 'p1', text: 'go' } }),
			until('message_update'),
			ask('session/prompt', { ...s1, promptId: 'p2', text: 'more' }),
			ask('session/navigate', { ...s1, entryId: null }),
			ask('session/fork', s1),
			ask('session/delete', s1),
			send({ method: '$/cancelRequest', params: { id: 'run' } }),
			until('session_idle'),
		),
	},
	'kept-locked': {
		note: 'A session that another process has open.',
		async prepare(folder) {
			const lease = await jsonlStore(sessionsOf(folder)).create({ ...kept, cwd: '/', createdAt: 1000 });
			return () => lease.release();
		},
		steps: numbered(hello(), ask('session/open', kept)),
	},
	'kept-newer': {
		note: 'A session that a newer version wrote.',
		...keptSession({ ...header, version: 99 }),
		steps: numbered(hello(), ask('session/open', kept)),
	},
	'kept-damaged': {
		note: 'A file that is no session.',
		...keptSession('once upon a time'),
		steps: numbered(hello(), ask('session/open', kept)),
	},
	'kept-run-lost': {
		note: 'A prompt that was taken before the process was killed.',
		...keptSession(header, {
			type: 'message',
			id: 'e_1',
			parentId: null,
			seq: 4,
			at: 1000,
			data: {
				message: { id: 'msg_1', role: 'user', timestamp: 1000, content: [{ type: 'text', text: 'go' }] },
				promptId: 'p1',
			},
		}),
		steps: numbered(hello(), ask('session/open', kept), ask('session/prompt', { ...kept, promptId: 'p1', text: 'go' })),
	},
	unwritten: {
		note: 'A folder for sessions that cannot be made, and settings that cannot be written or make no sense.',
		options: ['--sessions=/dev/null/sessions', '--plugin=$folder/plugin.mjs'],
		settings: '--cwd=/',
		env: { XDG_CONFIG_HOME: '/sys' },
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('settings/set', { key: 'model', value: 'demo/demo' }),
			ask('settings/set', { key: 'model', value: 'demo' }),
		),
	},
	denied: {
		note: 'A plugin denies a fork, and says why.',
		...plugin('keeper', `my.on('session_before_fork', () => ({ block: true, reason: 'one is enough' }));`),
		steps: numbered(hello(), ask('session/create'), ask('session/fork', s1)),
	},
	'hook-failed': {
		note: 'A required hook fails, and the run ends with that.',
		...plugin('broken', `my.on('context', () => { throw new Error('boom'); }, { required: true });`),
		script: [says('never said')],
		steps: numbered(hello(), ask('session/create'), ...run('go', 'p1')),
	},
	internal: {
		note: "A model that breaks when it is looked at: the client is not told what broke, the server's log is.",
		...plugin(
			'brittle',
			`my.registerModel({ provider: 'x', id: 'x', stream: async function* () {}, get contextWindow() { throw new Error('boom'); } });`,
		),
		steps: numbered(hello(), ask('models/list')),
	},
	ending: {
		note: 'After shutdown nothing but exit is taken.',
		steps: numbered(hello(), ask('shutdown'), ask('session/list')),
	},
};
