// usage: node client.mjs FILE.jsonl
// Plays the program's side of a transcript with nothing but pipes and JSON: what somebody writes first who writes a client in
// another language. Knows what most transcripts use, and shares no code with the clients here: the kit and its README are all it has.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { difference, fill } from '../transcripts/match.mjs';

const [file = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fourth-'));
const verdict = join(folder, 'verdict');
const steps = readFileSync(file, 'utf8')
	.split('\n')
	.filter(Boolean)
	.map((line) => JSON.parse(line));
/** @type {Record<string, any>} the started things by name: runs, streams, calls, hooks, tools */
const things = {};
/** @type {Map<any, any>} the requests that wait for an answer */
const waiting = new Map();
/** @type {Promise<any>[]} */
const registrations = [];
/** @type {string[]} */
const sessions = [];
/** @type {import('node:child_process').ChildProcessWithoutNullStreams} */
let server = spawn('true');

const send = (/** @type {object} */ message) =>
	server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {string} method @param {object} params @param {(result: any) => void} [accept] */
function request(method, params, accept = () => {}) {
	const id = `q${waiting.size}`;
	send({ id, method, params });
	return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, accept }));
}

/** A list that is awaited from its front. */
function queue() {
	/** @type {any[]} */ const items = [];
	/** @type {((item: any) => void)[]} */ const takers = [];
	const put = (/** @type {any} */ item) => (takers.length > 0 ? takers.shift()?.(item) : items.push(item));
	return {
		put,
		take: () => (items.length > 0 ? Promise.resolve(items.shift()) : new Promise((taker) => takers.push(taker))),
	};
}

/** @param {any} message */
function receive({ id, method, params, result, error }) {
	if (method === undefined) {
		const { resolve, reject, accept } = waiting.get(id);
		if (error !== undefined) return reject(error);
		accept(result);
		resolve(result);
	} else if (method === 'session/event') {
		for (const thing of Object.values(things)) thing.hear?.(params);
	} else if (method === 'hook/call' || method === 'tool/execute') {
		const { payload, hookId, toolName, toolCallId, args } = params;
		const name = Object.keys(things).find((key) => [hookId, toolName].includes(things[key].id));
		things[name ?? ''].calls.put({
			id,
			seen: payload ?? { toolCallId, toolName, args },
			isTool: method === 'tool/execute',
		});
	}
}

/** @param {string} sessionId @param {string} [promptId] the events of this prompt's run; all if absent */
function listener(sessionId, promptId) {
	const events = queue();
	let isOpen = promptId === undefined;
	return {
		events,
		hear(/** @type {any} */ { sessionId: of, event, promptIds }) {
			if (of !== sessionId) return;
			isOpen ||= promptIds?.includes(promptId) === true;
			if (isOpen) events.put(event);
			if (promptId !== undefined && event.type === 'agent_end' && !event.willRetry) isOpen = false;
		},
	};
}

/** @param {string} as @param {string} id @param {string} method @param {object} params */
function register(as, id, method, params) {
	things[as] = { id, calls: queue() };
	registrations.push(request(method, params));
}

/** @type {Record<string, (step: any, sessionId: string) => unknown>} */
const operations = {
	spawn({ name }) {
		server = spawn(process.execPath, [join(dirname(file), 'play.mjs'), file, '--verdict', verdict], {});
		server.stderr.pipe(process.stderr);
		createInterface({ input: server.stdout }).on('line', (line) => receive(JSON.parse(line)));
		return request('initialize', { clientInfo: { name }, protocolVersion: { min: 1, max: 1 } });
	},
	create: ({ params }) => request('session/create', params ?? {}, ({ sessionId }) => sessions.push(sessionId)),
	prompt({ as = 'run', op, on, ...said }, sessionId) {
		const promptId = `prompt-${as}`;
		things[as] = listener(sessionId, promptId);
		things[as].outcome = Promise.all(registrations)
			.then(() => request('session/prompt', { sessionId, promptId, ...said }))
			.finally(() => things[as].events.put(undefined));
		things[as].outcome.catch(() => {});
	},
	events: ({ as = 'stream' }, sessionId) => {
		things[as] = listener(sessionId);
	},
	onToolCall: ({ as = 'guard', op, on, ...hook }, sessionId) =>
		register(as, hook.hookId, 'hooks/register', { hooks: [{ ...hook, point: 'tool_call' }], sessionId }),
	tool: ({ as, op, on, ...tool }, sessionId) =>
		register(as ?? tool.name, tool.name, 'tools/register', {
			tools: [tool],
			...(on === undefined || on === 'myelin' ? {} : { sessionId }),
		}),
	answer({ of, with: how }) {
		const { id, isTool } = things[of].call;
		const text = how.text ?? how.throw;
		if (isTool)
			send({ id, result: how.result ?? { content: [{ type: 'text', text }], ...(how.throw && { isError: true }) } });
		else if (how.throw !== undefined)
			send({ id, error: { code: -32000, message: how.throw, data: { code: 'HOOK_FAILED' } } });
		else
			send({ id, result: how.block === undefined ? { decision: 'allow' } : { decision: 'block', reason: how.block } });
	},
	state: (_, sessionId) => request('session/state', { sessionId }).then(({ state }) => state),
	models: () => request('models/list', {}),
	abort: ({ reason }, sessionId) => request('session/abort', { sessionId, ...(reason && { reason }) }),
	steer: ({ text }, sessionId) => request('session/steer', { sessionId, text }),
};

/** @type {Record<string, (step: any, thing: any) => Promise<unknown>>} what was found, as the line has it */
const findings = {
	types: async ({ types }, { events }) => {
		const found = [];
		while (found.length < types.length) found.push((await events.take())?.type);
		return found;
	},
	end: async (_, { events }) => (await events.take()) === undefined,
	summary: async (_, { outcome }) => (await outcome).summary,
	result: async (_, { outcome }) => outcome,
	error: async ({ error }, { outcome }) => {
		const { message, data } = await Promise.resolve(outcome).catch((/** @type {any} */ thrown) => thrown);
		return { ...error, code: data?.code, ...(error.message && { message }) };
	},
	call: async (_, thing) => {
		thing.call = await thing.calls.take();
		return thing.call.seen;
	},
};

for (const { do: step, expect: wanted } of steps) {
	if (step !== undefined) {
		const started = operations[step.op]?.(fill(step), sessions[0] ?? '');
		if (step.as !== undefined && things[step.as] === undefined) things[step.as] = { outcome: started };
		else await started;
	} else if (wanted !== undefined) {
		const [kind = ''] = Object.keys(wanted);
		const differs = difference(wanted[kind], await findings[kind]?.(wanted, things[wanted.of ?? 'run']));
		if (differs !== undefined) throw new Error(`${JSON.stringify(wanted)}: ${differs}`);
	}
}
server.stdin.end();
await new Promise((resolve) => server.once('close', resolve));
console.log(readFileSync(verdict, 'utf8'));
rmSync(folder, { recursive: true });
