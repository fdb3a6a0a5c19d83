import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server that has not said all by then is ended, and what it compiled is what there is. */
const patienceMs = 20_000;

/**
 * Writes what Node compiles of each chunk while a server does what servers do: a session, an answer of a model, a tool, an abort.
 * A server that this Node runs starts and answers sooner by it. Without it, or with another Node, a server compiles as ever.
 *
 * @param {string} dist
 * @param {string} temporary a folder to work in
 */
export async function writeCodeCache(dist, temporary) {
	const target = join(dist, 'code-cache');
	const made = join(temporary, 'code-cache');
	// What is read from a cache is not compiled.
	await rm(target, { recursive: true, force: true });
	const model = await startModel();
	try {
		await converse(dist, temporary, made, model.url);
	} finally {
		model.end();
	}
	await mkdir(target, { recursive: true });
	for (const name of await readdir(made).catch(() => [])) await rename(join(made, name), join(target, name));
}

/**
 * @param {string} dist
 * @param {string} folder
 * @param {string} made
 * @param {string} url
 */
async function converse(dist, folder, made, url) {
	const settings = join(folder, 'settings.json');
	const pluginSettings = { anthropic: { baseUrl: url } };
	await writeFile(settings, JSON.stringify({ model: 'anthropic/claude-haiku-4-5', pluginSettings }));
	const script = join(import.meta.dirname, 'write-code-cache.cjs');
	const paths = [script, join(dist, 'server.cjs'), join(dist, 'chunks'), made];
	const server = spawn(process.execPath, [...paths, '--settings', settings], {
		cwd: folder,
		env: { HOME: folder, PATH: process.env.PATH },
		stdio: ['pipe', 'pipe', 'ignore'],
		timeout: patienceMs,
	});
	const over = new Promise((resolve) => server.once('error', resolve).once('close', resolve));
	server.stdin.on('error', () => {});
	const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
	/**
	 * @param {string} method
	 * @param {object} params
	 */
	const send = (method, params) =>
		server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
	/** @param {(message: any) => boolean} isIt */
	const heard = async (isIt) => {
		for (let line = await lines.next(); !line.done; line = await lines.next()) {
			const message = JSON.parse(line.value);
			if (isIt(message)) return message;
		}
	};
	/**
	 * @param {string} method
	 * @param {object} params
	 */
	const ask = (method, params) => {
		send(method, params);
		return heard(({ id }) => id === method);
	};

	await ask('initialize', { clientInfo: { name: 'bundle' }, protocolVersion: { min: 1, max: 1 } });
	const created = await ask('session/create', {});
	const sessionId = created?.result?.sessionId;
	if (sessionId !== undefined) {
		await ask('session/prompt', { sessionId, text: 'go', promptId: 'first' });
		send('session/prompt', { sessionId, text: 'go', promptId: 'second' });
		await heard(({ params }) => params?.event?.type === 'message_update');
		await ask('session/abort', { sessionId });
	}
	server.stdin.end();
	await over;
}

/** A model on loopback that speaks the stream of Anthropic's Messages API: it asks for a tool, answers, and falls silent in its third answer. */
async function startModel() {
	let calls = 0;
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			calls += 1;
			response.write(answers[calls - 1] ?? opening);
			if (calls < 3) response.end();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		end() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/**
 * @param {string} type
 * @param {object} fields
 */
const event = (type, fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const usage = { input_tokens: 1, output_tokens: 1 };
/** @param {object} delta */
const growth = (delta) => event('content_block_delta', { index: 0, delta });
/**
 * @param {object} block
 * @param {object} delta
 */
const begun = (block, delta) =>
	event('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage } }) +
	event('content_block_start', { index: 0, content_block: block }) +
	growth(delta).repeat(20);
/** @param {string} reason */
const ending = (reason) =>
	event('content_block_stop', { index: 0 }) +
	event('message_delta', { delta: { stop_reason: reason }, usage }) +
	event('message_stop', {});
const opening = begun({ type: 'text', text: '' }, { type: 'text_delta', text: 'word ' });
const call = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} };
const calling =
	begun(call, { type: 'input_json_delta', partial_json: ' ' }) +
	growth({ type: 'input_json_delta', partial_json: '{"command":"echo"}' });
const answers = [calling + ending('tool_use'), opening + ending('end_turn')];
