// usage: node play.mjs FILE.jsonl [--verdict PATH] [--socket PATH]
// Plays the server of a transcript on stdio, or on a Unix socket; README.md beside this file tells the language.
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { difference, fill } from './match.mjs';
import { socketWire, stdioWire } from './wire.mjs';

/** What is a client's own matter: which number it is counts only where the transcript says it. The least that it may be. */
const ownMatters = { windowBytes: 1, seenSeq: 0 };

const { values, positionals } = parseArgs({
	options: { verdict: { type: 'string' }, socket: { type: 'string' } },
	allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) {
	console.error('play.mjs was given no transcript; say: node play.mjs FILE.jsonl [--verdict PATH] [--socket PATH]');
	process.exit(2);
}
/** @type {Map<string, number>} the newest event that each session was sent */
const sentSeqs = new Map();
const newestSeq = (/** @type {string} */ sessionId) => sentSeqs.get(sessionId) ?? 0;
const wire = values.socket === undefined ? stdioWire(newestSeq) : socketWire(values.socket, newestSeq);
/** @type {Map<string, unknown>} */
const bound = new Map();
let lineNumber = 0;

try {
	for (const line of readFileSync(file, 'utf8').split('\n')) {
		lineNumber += 1;
		if (line.trim() !== '') await play(JSON.parse(line));
	}
	const extra = await (await wire.inbox()).next();
	if (extra !== undefined) throw new Error(`a message that no line asks for: ${extra.slice(0, 300)}`);
	verdict('ok');
	wire.close();
	process.exitCode = 0;
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}

/** @param {any} step one line of the transcript */
async function play(step) {
	if ('client' in step) matchOne(step.client, parse(await demand(step.client)));
	else if ('clients' in step) await matchAll(step.clients);
	else if ('server' in step) await sendMessage(fill(step.server, bound), step);
	else if ('server_text' in step) await send(fill(step.server_text, bound), {});
	else if ('server_base64' in step) await wire.write(Buffer.from(step.server_base64, 'base64'));
	else if ('server_stderr' in step) writeSync(2, fill(step.server_stderr, bound));
	else if ('server_exit' in step) await leave(step.server_exit);
	else if (step.eof === 'client') await untilClientEnds();
	else if (step.eof === 'server') wire.closeOutput();
	else if ('disconnect' in step) wire.hangUp();
	else if ('acked' in step) await (await wire.inbox()).acked(step.acked.sessionId, step.acked.seq);
	else if (!('do' in step || 'expect' in step || 'note' in step)) {
		throw new Error(`no line of the language has the members ${Object.keys(step).join(', ')}`);
	}
}

/** @param {unknown} wanted */
async function demand(wanted) {
	const text = await (await wire.inbox()).next();
	if (text === undefined) throw new Error(`the client closed, expected ${JSON.stringify(wanted).slice(0, 300)}`);
	return text;
}

/** @param {string} text */
function parse(text) {
	const { jsonrpc, ...message } = JSON.parse(text);
	if (jsonrpc !== '2.0') throw new Error(`a message without "jsonrpc": "2.0": ${text.slice(0, 300)}`);
	if ('id' in message && typeof message.id !== 'string' && !Number.isInteger(message.id))
		throw new Error(`a message whose id is neither a text nor a whole number: ${text.slice(0, 300)}`);
	return message;
}

/**
 * @param {any} wanted
 * @param {any} message
 */
function matchOne(wanted, message) {
	const found = difference(withParams(wanted), withParams(message, wanted), bound);
	if (found !== undefined) throw new Error(`${found}\nthe client sent ${JSON.stringify(message).slice(0, 2000)}`);
}

/** @param {any[]} wanted */
async function matchAll(wanted) {
	const open = [...wanted];
	while (open.length > 0) {
		const message = parse(await demand(open[0]));
		const index = open.findIndex(
			(one) => difference(withParams(one), withParams(message, one), new Map(bound)) === undefined,
		);
		if (index === -1) throw new Error(`none of the messages left to come: ${JSON.stringify(message).slice(0, 2000)}`);
		matchOne(open[index], message);
		open.splice(index, 1);
	}
}

/**
 * Absent parameters are empty ones, and those that are a client's own matter are left out unless both sides have them.
 *
 * @param {any} message
 * @param {any} [wanted]
 */
function withParams(message, wanted = message) {
	if (!('method' in message) || typeof message.params === 'string') return message;
	const params = { ...message.params };
	for (const [name, least] of Object.entries(ownMatters)) {
		if (wanted.params?.[name] !== undefined || !(name in params)) continue;
		if (!Number.isInteger(params[name]) || params[name] < least)
			throw new Error(`${name} is ${JSON.stringify(params[name])}, expected a whole number from ${least} on`);
		delete params[name];
	}
	return { ...message, params };
}

/**
 * @param {any} message
 * @param {{ pieceBytes?: number }} options
 */
async function sendMessage(message, options) {
	const { sessionId, seq } = message.params ?? {};
	if (message.method === 'session/event') sentSeqs.set(sessionId, Math.max(newestSeq(sessionId), seq));
	await send(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, options);
}

/**
 * @param {string} text
 * @param {{ pieceBytes?: number }} options
 */
async function send(text, { pieceBytes }) {
	const bytes = Buffer.from(text);
	const size = pieceBytes ?? bytes.length;
	for (let start = 0; start < bytes.length; start += size) {
		await wire.write(bytes.subarray(start, start + size));
		if (pieceBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
	}
}

/** @param {{ code?: number, signal?: string, stderr?: string }} how */
async function leave({ code, signal, stderr }) {
	if (stderr !== undefined) writeSync(2, fill(stderr, bound));
	verdict('ok');
	if (signal !== undefined) process.kill(process.pid, signal);
	process.exit(code ?? 0);
}

async function untilClientEnds() {
	const text = await (await wire.inbox()).next();
	if (text !== undefined) throw new Error(`expected the end of input, found ${text.slice(0, 300)}`);
}

/** @param {string} text */
function verdict(text) {
	if (values.verdict !== undefined) writeFileSync(values.verdict, text);
}

/** @param {string} reason */
function fail(reason) {
	const text = `${file}:${lineNumber}: ${reason}`;
	verdict(text);
	writeSync(2, `${text}\n`);
	process.exit(97);
}
