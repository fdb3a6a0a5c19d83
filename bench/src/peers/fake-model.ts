// A model on loopback that speaks the stream of Anthropic's Messages API. Started with fork(): it says its port, takes a
// script as a message, and reports every answer it gave with times of the monotonic clock.
import http from 'node:http';
import type { Answered, Script } from './model-process.ts';

type Draft = { -readonly [Field in keyof Answered]: Answered[Field] } & {
	stamps: string[];
	sent: number;
	total: number;
};

let script: Required<Script> = {
	deltas: 10,
	chars: 4,
	turns: 0,
	tool: { name: 'bash', args: {} },
	pieces: 4,
	gapMs: 0,
};
const now = () => String(process.hrtime.bigint());
const sse = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const textOf = (place: number) => String(place % 10 ** script.chars).padStart(script.chars, '0');

function cut(text: string, pieces: number) {
	const step = Math.max(1, Math.ceil(text.length / pieces));
	return Array.from({ length: Math.ceil(text.length / step) }, (_, place) =>
		text.slice(place * step, (place + 1) * step),
	);
}

function toolEvents(turn: number) {
	const { name, args } = script.tool;
	const block = { type: 'tool_use', id: `toolu_${turn}_${process.hrtime.bigint()}`, name, input: {} };
	const pieces = cut(JSON.stringify(args).replace('{{turn}}', String(turn)), script.pieces);
	return [
		sse('content_block_start', { index: 0, content_block: block }),
		...pieces.map((piece) =>
			sse('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: piece } }),
		),
	];
}

function textEvents() {
	const deltas = Array.from({ length: script.deltas }, (_, place) =>
		sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text: textOf(place) } }),
	);
	return [sse('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }), ...deltas];
}

function eventsOf(turn: number) {
	const calls = turn < script.turns;
	const usage = { input_tokens: 10, output_tokens: 1 };
	return [
		sse('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage } }),
		...(calls ? toolEvents(turn) : textEvents()),
		sse('content_block_stop', { index: 0 }),
		sse('message_delta', { delta: { stop_reason: calls ? 'tool_use' : 'end_turn' }, usage }),
		sse('message_stop', {}),
	];
}

/** As many tool results as the conversation holds, so many turns were taken. */
function turnOf(body: { messages?: readonly { content: unknown }[] }): number {
	const contents = (body.messages ?? []).flatMap(({ content }) => (Array.isArray(content) ? content : []));
	return contents.filter(({ type }: { type: string }) => type === 'tool_result').length;
}

async function answer(response: http.ServerResponse, events: readonly string[], record: Draft): Promise<void> {
	let isGone = false;
	let wake = () => {};
	response.on('drain', () => wake());
	response.on('close', () => {
		isGone = true;
		if (!response.writableFinished) record.cut = now();
		wake();
	});
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.flushHeaders();
	response.socket?.setNoDelay(true);
	const pieces = script.gapMs > 0 ? events : bytesOf(events);
	record.total = pieces.length;
	record.first = now();
	for (const piece of pieces) {
		if (isGone) break;
		if (script.gapMs > 0 && piece.includes('text_delta')) {
			await new Promise((resolve) => setTimeout(resolve, script.gapMs));
			record.stamps.push(now());
		}
		record.sent += 1;
		if (!response.write(piece) && !isGone)
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
	}
	response.end();
	record.end = now();
	process.send?.({ kind: 'record', record });
}

function bytesOf(events: readonly string[]) {
	const all = Buffer.from(events.join(''));
	return Array.from({ length: Math.ceil(all.length / 65536) }, (_, place) =>
		all.subarray(place * 65536, (place + 1) * 65536),
	);
}

const live: Draft[] = [];
const server = http.createServer((request, response) => {
	const record: Draft = { request: now(), first: '', end: '', cut: '', stamps: [], sent: 0, total: 0, turn: 0 };
	const chunks: Buffer[] = [];
	request.on('data', (chunk) => chunks.push(chunk));
	request.on('end', () => {
		record.turn = turnOf(JSON.parse(Buffer.concat(chunks).toString()));
		live.push(record);
		void answer(response, eventsOf(record.turn), record);
	});
});
process.on('message', (message: { kind: 'script'; script: Script } | { kind: 'progress' }) => {
	if (message.kind === 'script') {
		script = { ...script, ...message.script };
		process.send?.({ kind: 'ready' });
	} else process.send?.({ kind: 'progress', share: (live.at(-1)?.sent ?? 0) / (live.at(-1)?.total ?? 1) });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (typeof address === 'object') process.send?.({ kind: 'port', port: address?.port });
});
