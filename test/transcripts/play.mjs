// usage: node play.mjs FILE.jsonl [--verdict PATH]
// Plays the server of a transcript on stdio; README.md beside this file tells the language.
import { closeSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createInbox } from './inbox.mjs';
import { difference, fill } from './match.mjs';

const [file, , verdictPath] = process.argv.slice(2);
if (file === undefined) {
	console.error('play.mjs was given no transcript; say: node play.mjs FILE.jsonl [--verdict PATH]');
	process.exit(2);
}
const inbox = createInbox(process.stdin);
/** @type {Map<string, unknown>} */
const bound = new Map();
let lineNumber = 0;

try {
	for (const line of readFileSync(file, 'utf8').split('\n')) {
		lineNumber += 1;
		if (line.trim() !== '') await play(JSON.parse(line));
	}
	const extra = await inbox.next();
	if (extra !== undefined) throw new Error(`a message that no line asks for: ${extra.slice(0, 300)}`);
	verdict('ok');
	process.exitCode = 0;
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}

/** @param {any} step one line of the transcript */
async function play(step) {
	if ('client' in step) matchOne(step.client, parse(await demand(step.client)));
	else if ('clients' in step) await matchAll(step.clients);
	else if ('server' in step) await send(`${JSON.stringify({ jsonrpc: '2.0', ...fill(step.server, bound) })}\n`, step);
	else if ('server_text' in step) await send(fill(step.server_text, bound), {});
	else if ('server_stderr' in step) writeSync(2, fill(step.server_stderr, bound));
	else if ('server_exit' in step) await leave(step.server_exit);
	else if (step.eof === 'client') await untilClientEnds();
	else if (step.eof === 'server') closeSync(1);
	else if (!('do' in step || 'expect' in step || 'note' in step)) {
		throw new Error(`no line of the language has the members ${Object.keys(step).join(', ')}`);
	}
}

/** @param {unknown} wanted */
async function demand(wanted) {
	const text = await inbox.next();
	if (text === undefined) throw new Error(`the client closed, expected ${JSON.stringify(wanted).slice(0, 300)}`);
	return text;
}

/** @param {string} text */
function parse(text) {
	const { jsonrpc, ...message } = JSON.parse(text);
	if (jsonrpc !== '2.0') throw new Error(`a message without "jsonrpc": "2.0": ${text.slice(0, 300)}`);
	return message;
}

/**
 * @param {any} wanted
 * @param {any} message
 */
function matchOne(wanted, message) {
	const found = difference(withParams(wanted), withParams(message), bound);
	if (found !== undefined) throw new Error(`${found}\nthe client sent ${JSON.stringify(message).slice(0, 2000)}`);
}

/** @param {any[]} wanted */
async function matchAll(wanted) {
	const open = [...wanted];
	while (open.length > 0) {
		const message = parse(await demand(open[0]));
		const index = open.findIndex(
			(one) => difference(withParams(one), withParams(message), new Map(bound)) === undefined,
		);
		if (index === -1) throw new Error(`none of the messages left to come: ${JSON.stringify(message).slice(0, 2000)}`);
		matchOne(open[index], message);
		open.splice(index, 1);
	}
}

/** @param {any} message */
function withParams(message) {
	return 'method' in message ? { params: {}, ...message } : message;
}

/**
 * @param {string} text
 * @param {{ pieceBytes?: number }} options
 */
async function send(text, { pieceBytes }) {
	const bytes = Buffer.from(text);
	const size = pieceBytes ?? bytes.length;
	for (let start = 0; start < bytes.length; start += size) {
		await new Promise((resolve) => process.stdout.write(bytes.subarray(start, start + size), resolve));
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
	const text = await inbox.next();
	if (text !== undefined) throw new Error(`expected the end of input, found ${text.slice(0, 300)}`);
}

/** @param {string} text */
function verdict(text) {
	if (verdictPath !== undefined) writeFileSync(verdictPath, text);
}

/** @param {string} reason */
function fail(reason) {
	const text = `${file}:${lineNumber}: ${reason}`;
	verdict(text);
	writeSync(2, `${text}\n`);
	process.exit(97);
}
