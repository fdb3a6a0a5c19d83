import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverPath } from '../../scripts/bundle.mjs';
import type { Message, Script } from './scenarios.ts';

/** A real server whose model follows a script and whose only tool of interest is `echo`. */
export interface ScriptedServer {
	send(message: Message): void;
	/** The next message that it sends. */
	next(): Promise<Message>;
	close(): Promise<void>;
}

/** Starts one with an empty home. */
export function startScriptedServer(script: Script): ScriptedServer {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-scripted-'));
	writeFileSync(join(folder, 'plugin.mjs'), pluginFor(script));
	const settings = { model: 'scripted/scripted', plugins: ['./plugin.mjs'] };
	writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
	const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder };
	const child = spawn(process.execPath, [serverPath, '--settings', join(folder, 'settings.json')], { env });
	return speakTo(child, () => rmSync(folder, { recursive: true, force: true }));
}

function speakTo(child: ChildProcessWithoutNullStreams, cleanUp: () => void): ScriptedServer {
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const exited = new Promise((resolve) => child.once('close', resolve));
	child.stderr.resume();
	return {
		send: (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
		async next() {
			const { value, done } = await lines.next();
			if (done) throw new Error('the server said nothing more');
			const { jsonrpc: _version, ...message } = JSON.parse(value);
			return message;
		},
		async close() {
			child.stdin.end();
			await exited;
			cleanUp();
		},
	};
}

function pluginFor(script: Script): string {
	return `
const script = ${JSON.stringify(script)};
let call = 0;
async function* stream(_request, signal) {
	for (const step of script[call++] ?? []) {
		if (step === 'silence') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		else yield step;
	}
}
const model = {
	id: 'scripted',
	provider: 'scripted',
	contextWindow: 1000,
	maxOutputTokens: 1000,
	capabilities: { thinking: true, images: true, tools: true },
	stream,
};
const echo = {
	name: 'echo',
	description: 'Says it again.',
	parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
	execute: ({ text }) => ({ content: [{ type: 'text', text }], details: { length: text.length } }),
};
export default { name: 'scripted', setup(myelin) { myelin.registerModel(model); myelin.registerTool(echo); } };
`;
}
