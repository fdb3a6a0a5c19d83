// usage: node flood.mjs COUNT   a server of nothing: each prompt is answered by so many deltas, as fast as the pipe and the client's credit take them
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';

const count = Number(process.argv[2]);
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const state = { sessionId: 's1', cwd: '/', thinkingLevel: 'off', isRunning: false, totalUsage: usage };
const hello = {
	serverInfo: { name: 'flood' },
	protocolVersion: 1,
	capabilities: {},
	limits: { maxFrameBytes: 1 << 25 },
};

/** @param {object} message */
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
let seq = 0;
/** What the client takes unacknowledged, and the pieces that it has not acknowledged: their last seq and their size. */
let room = Number.POSITIVE_INFINITY;
/** @type {{ seq: number, size: number }[]} */
const unacked = [];
const acks = new EventEmitter();

/** @param {string} text */
async function write(text) {
	while (room <= 0) await once(acks, 'ack');
	room -= text.length;
	unacked.push({ seq, size: text.length });
	if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** @param {number} taken */
function acknowledge(taken) {
	while (unacked[0] !== undefined && unacked[0].seq <= taken) room += unacked.shift()?.size ?? 0;
	acks.emit('ack');
}
/** @param {object} event @param {object} [more] */
const tell = (event, more = {}) =>
	line({ method: 'session/event', params: { sessionId: 's1', seq: ++seq, ...more, event } });

/** What most of the stream is, written without a detour, so that the server is not what is measured. @param {number} number */
const plain = (number) =>
	`{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"s1","seq":${number},"event":{"type":"message_update","delta":"twenty characters ok"}}}\n`;

/** @param {string | number} id @param {string} promptId */
async function answer(id, promptId) {
	const run = { at: 1, runId: 'r1', promptIds: [promptId] };
	const head = { role: 'assistant', id: 'm1', timestamp: 1, content: [], model: { provider: 'p', id: 'm' } };
	let text =
		tell({ type: 'agent_start' }, run) + tell({ type: 'turn_start' }) + tell({ type: 'message_start', message: head });
	const update = { type: 'message_update', delta: 'twenty characters ok' };
	const opening = { deltaKind: 'text', contentIndex: 0, block: { type: 'text', text: '' } };
	for (let said = 0; said < count; said++) {
		text += said === 0 ? tell({ ...update, ...opening }) : plain(++seq);
		if (text.length < 1 << 14) continue;
		await write(text);
		text = '';
	}
	const summary = { turnCount: 1, toolCalls: 0, toolErrors: 0, endReason: 'stop', usage, durationMs: 1 };
	text += tell({ type: 'message_end', message: { ...head, stopReason: 'stop', usage } });
	text += tell({ type: 'turn_end', messageId: 'm1', toolResultIds: [] });
	text += tell({ type: 'agent_end', newMessageIds: ['m1'], summary, willRetry: false }, run);
	await write(text + line({ id, result: { promptId, runId: 'r1', summary } }));
}

createInterface({ input: process.stdin }).on('line', (said) => {
	const { id, method, params } = JSON.parse(said);
	const whole = { ...state, pendingToolCalls: [], steering: [], followUp: [] };
	if (method === 'initialize') process.stdout.write(line({ id, result: hello }));
	else if (method === 'session/create') {
		room = params.windowBytes ?? room;
		process.stdout.write(line({ id, result: { sessionId: 's1', seq, state: whole } }));
	} else if (method === 'session/ack') acknowledge(params.seq);
	else if (method === 'session/prompt') void answer(id, params.promptId);
});
