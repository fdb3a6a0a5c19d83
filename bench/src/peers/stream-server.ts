// Loopback model streams for the provider bench. Started with fork(): it says its port, and answers every POST by its path, which begins with
// /<api>/<kind>/<count>: so many deltas of text, or of one call's arguments.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const sse = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const piece = 'twenty characters ok';

const chat = {
	text: { content: piece },
	arguments: { tool_calls: [{ index: 0, function: { arguments: piece } }] },
};

function chatStream(kind: 'text' | 'arguments', count: number): string {
	const chunk = (delta: object, finish_reason: string | null = null) =>
		sse({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] });
	const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'write', arguments: '"' } };
	const open = kind === 'text' ? { role: 'assistant', content: '' } : { tool_calls: [call] };
	return `${chunk(open)}${chunk(chat[kind]).repeat(count)}${chunk({}, 'stop')}data: [DONE]\n\n`;
}

function messagesStream(kind: 'text' | 'arguments', count: number): string {
	const event = (type: string, fields: object) => `event: ${type}\n${sse({ type, ...fields })}`;
	const [block, delta] =
		kind === 'text'
			? [
					{ type: 'text', text: '' },
					{ type: 'text_delta', text: piece },
				]
			: [
					{ type: 'tool_use', id: 't', name: 'write', input: {} },
					{ type: 'input_json_delta', partial_json: piece },
				];
	return [
		event('message_start', { message: { role: 'assistant', content: [], usage: { input_tokens: 1 } } }),
		event('content_block_start', { index: 0, content_block: block }),
		event('content_block_delta', { index: 0, delta }).repeat(count),
		event('content_block_stop', { index: 0 }),
		event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
		event('message_stop', {}),
	].join('');
}

const bodies = new Map<string, Buffer>();

function bodyFor(path: string): Buffer {
	const [, api, kind, count] = path.split('/');
	const name = `${api}/${kind}/${count}`;
	const known = bodies.get(name);
	if (known !== undefined) return known;
	const make = api === 'chat' ? chatStream : messagesStream;
	const body = Buffer.from(make(kind === 'text' ? 'text' : 'arguments', Number(count)));
	bodies.set(name, body);
	return body;
}

const server = http.createServer((request, response) => {
	request.resume().on('end', () => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.end(bodyFor(request.url ?? ''));
	});
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
