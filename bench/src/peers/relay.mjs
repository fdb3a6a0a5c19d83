// The least that a Node process can do for the same work: requests and answers as JSON lines, a model's stream in, a line
// a delta out with one write a network read, and a loop that runs a shell for each tool call.
import { spawn } from 'node:child_process';
import http from 'node:http';

const base = new URL(process.argv[2] ?? '');
const agent = new http.Agent({ keepAlive: true });
/** @param {object} message */
const lineOf = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
/** @type {object[]} */
const messages = [];
/** @type {http.ClientRequest | undefined} */
let live;

/**
 * Adds what one event says to the message, and returns what the client is told of it.
 * @param {any} event
 * @param {any[]} content
 */
function take(event, content) {
	if (event.type === 'content_block_start') content.push({ ...event.content_block, json: '' });
	if (event.type !== 'content_block_delta') return '';
	const block = content.at(-1);
	const { text, partial_json: json } = event.delta;
	if (json !== undefined) {
		block.json += json;
		return lineOf({ method: 'delta', params: { index: event.index, delta: json } });
	}
	block.text += text;
	return lineOf({ method: 'delta', params: { index: event.index, delta: text } });
}

/** @returns {Promise<any[]>} */
function turn() {
	return new Promise((resolve) => {
		/** @type {any[]} */
		const content = [];
		let rest = '';
		const options = { host: base.hostname, port: base.port, path: '/v1/messages', method: 'POST', agent };
		live = http.request(options, (response) => {
			response.setEncoding('utf8').on('data', (chunk) => {
				const text = rest + chunk;
				let out = '';
				let from = 0;
				for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n', from)) {
					out += take(JSON.parse(text.slice(text.indexOf('data: ', from) + 6, end)), content);
					from = end + 2;
				}
				rest = text.slice(from);
				if (out !== '' && !process.stdout.write(out)) {
					response.pause();
					process.stdout.once('drain', () => response.resume());
				}
			});
			response.on('end', () => resolve(content)).on('error', () => resolve([]));
		});
		live.on('error', () => resolve([]));
		live.end(JSON.stringify({ model: 'any', stream: true, messages }));
	});
}

/** @param {string} command */
function shell(command) {
	return new Promise((resolve) => {
		const child = spawn('/bin/bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		child.stdout.on('data', (data) => {
			output += data;
		});
		child.on('close', () => resolve(output));
	});
}

/** @param {string} text */
async function prompt(text) {
	messages.push({ role: 'user', content: text });
	for (;;) {
		const content = await turn();
		messages.push({ role: 'assistant', content });
		const calls = content.filter(({ type }) => type === 'tool_use');
		if (calls.length === 0) return;
		const results = [];
		for (const { id, name, json } of calls) {
			process.stdout.write(lineOf({ method: 'tool', params: { id, name } }));
			results.push({ type: 'tool_result', tool_use_id: id, content: await shell(JSON.parse(json).command) });
			process.stdout.write(lineOf({ method: 'tool_end', params: { id } }));
		}
		messages.push({ role: 'user', content: results });
	}
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
	const lines = (rest + chunk).split('\n');
	rest = lines.pop() ?? '';
	for (const line of lines) {
		const { id, method, params } = JSON.parse(line);
		if (method === 'cancel') live?.destroy();
		if (method === 'prompt') void prompt(params.text).then(() => process.stdout.write(lineOf({ id, result: {} })));
	}
});
process.stdin.on('end', () => process.exit(0));
