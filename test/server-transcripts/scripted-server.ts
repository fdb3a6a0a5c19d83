import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverPath } from '../../scripts/bundle.mjs';
import type { Message, Script } from './scenarios.ts';

/** What a server is started with, beside its script. */
export interface Surroundings {
	/** Puts into the server's folder what has to be there, or holds it; returns what lets go. */
	prepare?(folder: string): Promise<(() => Promise<void>) | undefined>;
	/** Command-line options; `$folder` stands for the server's folder. */
	readonly options?: readonly string[];
	/** Instead of the settings file that names the script's plugin and model. */
	readonly settings?: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** A real server whose model follows a script and whose only tool of interest is `echo`. */
export interface ScriptedServer {
	/** Its home, with its sessions. */
	readonly folder: string;
	send(message: Message): void;
	/** Writes a text as it is. */
	write(text: string): void;
	/** The next message that it sends. */
	next(): Promise<Message>;
	close(): Promise<void>;
}

/** Starts one with an empty home. */
export async function startScriptedServer(script: Script, surroundings: Surroundings = {}): Promise<ScriptedServer> {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-scripted-'));
	writeFileSync(join(folder, 'plugin.mjs'), pluginFor(script));
	const own = join(folder, 'settings.json');
	writeFileSync(own, JSON.stringify({ model: 'scripted/scripted', plugins: ['./plugin.mjs'] }));
	const letGo = await surroundings.prepare?.(folder);
	const { settings = `--settings=${own}`, options = [] } = surroundings;
	const args = [settings, ...options].map((option) => option.replaceAll('$folder', folder));
	const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, ...surroundings.env };
	const child = spawn(process.execPath, [serverPath, '--cwd', folder, ...args], { env });
	return speakTo(child, folder, async () => {
		await letGo?.();
		rmSync(folder, { recursive: true, force: true });
	});
}

function speakTo(child: ChildProcessWithoutNullStreams, folder: string, cleanUp: () => Promise<void>): ScriptedServer {
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const exited = new Promise((resolve) => child.once('close', resolve));
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr += chunk;
	});
	child.stdin.on('error', () => {});
	return {
		folder,
		send: (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
		write: (text) => child.stdin.write(text),
		async next() {
			const { value, done } = await lines.next();
			if (done) throw new Error(`the server said nothing more: ${stderr}`);
			const { jsonrpc: _version, ...message } = JSON.parse(value);
			return message;
		},
		async close() {
			child.stdin.end();
			await exited;
			await cleanUp();
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
