import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** One JSON-RPC message. */
export type Message = Record<string, unknown>;

/** A server as a child process, spoken to in bytes. */
export interface TestServer {
	readonly child: ChildProcess;
	/** Writes messages in the framing of this client. */
	say(...messages: Message[]): void;
	write(bytes: string | Uint8Array): void;
	/** The next message of the server. */
	hear(): Promise<Message>;
	/** Everything that has not been heard yet, once the server has closed its output. */
	rest(): Promise<string>;
	stderr(): string;
	/** Resolves when standard error holds the text. */
	untilStderr(text: string): Promise<void>;
	readonly exit: Promise<number | string>;
	/** The most memory it has ever had, in MiB. */
	peakMemory(): Promise<number>;
}

export type Framing = 'lines' | 'headers';

/** Bundles the echo server as the real one is bundled, and returns the path of its entry. */
export async function bundleEchoServer(): Promise<string> {
	const bundler = await rolldown({
		input: { server: join(import.meta.dirname, 'echo-server.ts') },
		platform: 'node',
		resolve: { conditionNames: ['@myelin/source'] },
	});
	const dir = await mkdtemp(join(tmpdir(), 'myelin-echo-'));
	await bundler.write({ dir, format: 'cjs', minify: true, entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' });
	await bundler.close();
	return join(dir, 'server.cjs');
}

/** Puts a message into a frame, written here once more so that no side is tested with itself. */
export function frame(framing: Framing, message: Message): string {
	const text = JSON.stringify({ jsonrpc: '2.0', ...message });
	return framing === 'lines' ? `${text}\n` : `Content-Length: ${new TextEncoder().encode(text).length}\r\n\r\n${text}`;
}

/** Starts a server: node with the arguments given. */
export function startServer(args: readonly string[], framing: Framing = 'lines'): TestServer {
	const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
	const heard = listen(child, framing);
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr += String(chunk);
	});
	child.stdin.on('error', () => {});
	return {
		child,
		say: (...messages) => void child.stdin.write(messages.map((message) => frame(framing, message)).join('')),
		write: (bytes) => void child.stdin.write(bytes),
		...heard,
		stderr: () => stderr,
		async untilStderr(text) {
			while (!stderr.includes(text)) await once(child.stderr, 'data');
		},
		exit: new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal ?? 'lost'))),
		async peakMemory() {
			const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
			return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
		},
	};
}

function listen(child: ChildProcess, framing: Framing): Pick<TestServer, 'hear' | 'rest'> {
	const chunks = child.stdout?.iterator({ destroyOnReturn: false });
	let unheard = Buffer.alloc(0);

	async function more(): Promise<boolean> {
		const next = await chunks?.next();
		if (next === undefined || next.done) return false;
		unheard = Buffer.concat([unheard, next.value]);
		return true;
	}

	async function until(mark: string): Promise<number> {
		let searched = 0;
		for (;;) {
			const at = unheard.indexOf(mark, searched);
			if (at !== -1) return at;
			searched = Math.max(0, unheard.length - mark.length);
			if (!(await more())) throw new Error(`the server closed its output after ${JSON.stringify(String(unheard))}`);
		}
	}

	function take(count: number): string {
		const text = String(unheard.subarray(0, count));
		unheard = unheard.subarray(count);
		return text;
	}

	return {
		async hear() {
			if (framing === 'lines') return JSON.parse(take((await until('\n')) + 1));
			const header = take((await until('\r\n\r\n')) + 4);
			const length = Number(/^Content-Length: (\d+)\r\n\r\n$/.exec(header)?.[1]);
			while (unheard.length < length) await more();
			return JSON.parse(take(length));
		},
		async rest() {
			while (await more());
			return take(unheard.length);
		},
	};
}
