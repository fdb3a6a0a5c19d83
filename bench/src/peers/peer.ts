import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process under test, spoken to with JSON lines: the server or the relay. */
export interface Peer {
	/** Sends the prompt; resolves with the time when it was sent and the time when its answer was read. */
	prompt(): Promise<{ readonly sent: bigint; readonly done: bigint }>;
	cancel(): void;
	/** What was read since `reset`. */
	readonly seen: Seen;
	reset(): void;
	/** Resolves when so many lines with a delta have been read. */
	deltas(enough: number): Promise<void>;
	pause(): void;
	resume(): void;
	/** User and system time so far, in ms; the kernel counts in steps of 10. */
	cpuMs(): number;
	memoryMb(): number;
	end(): void;
}

/** What a client read; times are nanoseconds of the monotonic clock. */
export interface Seen {
	deltaLines: number;
	deltaBytes: number;
	/** When each line with a delta was read, and how long the delta was. */
	times: { readonly at: bigint; readonly chars: number }[];
	last: bigint;
}

/** How to start a peer and to speak to it. */
export interface PeerKind {
	readonly command: readonly string[];
	hello(ask: (method: string, params: object) => Promise<unknown>): Promise<{ prompt: object; cancel: object }>;
	readonly promptMethod: string;
	readonly cancelMethod: string;
	/** Found in a line with a delta, and in no other. */
	readonly mark: string;
}

const nothing = (): Seen => ({ deltaLines: 0, deltaBytes: 0, times: [], last: 0n });
const deltaText = /"delta":"((?:[^"\\]|\\.)*)"/;

/** Starts a peer in a home of its own. */
export async function startPeer(kind: (home: string) => PeerKind): Promise<Peer> {
	const home = mkdtempSync(join(tmpdir(), 'myelin-bench-'));
	const { command, hello, promptMethod, cancelMethod, mark } = kind(home);
	const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' };
	const child = spawn(process.execPath, command, { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] });
	child.stderr.resume();
	const answers = new Map<number, (result: unknown) => void>();
	let seen = nothing();
	let id = 0;
	let onDelta = () => {};
	readLines(child, (line) => {
		if (line.includes(mark)) {
			const at = process.hrtime.bigint();
			seen.deltaLines += 1;
			seen.deltaBytes += line.length + 1;
			seen.last = at;
			seen.times.push({ at, chars: deltaText.exec(line)?.[1]?.length ?? 0 });
			onDelta();
			return;
		}
		if (!line.includes('"id":')) return;
		const message = JSON.parse(line);
		if (message.method === undefined) answers.get(message.id)?.(message);
	});
	const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	const ask = (method: string, params: object) => {
		id += 1;
		const own = id;
		send({ id: own, method, params });
		return new Promise<unknown>((resolve) =>
			answers.set(own, (message) => resolve((message as { result: unknown }).result)),
		);
	};
	const words = await hello(ask);
	return {
		deltas: (enough) =>
			new Promise((resolve) => {
				onDelta = () => {
					if (seen.deltaLines < enough) return;
					onDelta = () => {};
					resolve();
				};
			}),
		get seen() {
			return seen;
		},
		reset() {
			seen = nothing();
		},
		async prompt() {
			const sent = process.hrtime.bigint();
			await ask(promptMethod, { ...words.prompt, promptId: `p${id}` });
			return { sent, done: process.hrtime.bigint() };
		},
		cancel: () =>
			send({ method: cancelMethod, params: words.cancel, ...(cancelMethod === 'cancel' ? {} : { id: 'c' }) }),
		pause: () => void child.stdout.pause(),
		resume: () => void child.stdout.resume(),
		cpuMs: () => cpuOf(child.pid),
		memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
		end() {
			child.once('close', () => rmSync(home, { recursive: true, force: true }));
			child.kill('SIGKILL');
		},
	};
}

/** The server of this project, with the fake model as its model. */
export function server(script: string, url: string): (home: string) => PeerKind {
	return (home) => {
		const settings = join(home, 'settings.json');
		writeFileSync(
			settings,
			JSON.stringify({ model: 'anthropic/claude-haiku-4-5', pluginSettings: { anthropic: { baseUrl: url } } }),
		);
		return {
			command: [script, '--settings', settings, '--cwd', home],
			async hello(ask) {
				await ask('initialize', { clientInfo: { name: 'bench' }, protocolVersion: { min: 1, max: 1 } });
				const { sessionId } = (await ask('session/create', {})) as { sessionId: string };
				return { prompt: { sessionId, text: 'go' }, cancel: { sessionId } };
			},
			promptMethod: 'session/prompt',
			cancelMethod: 'session/abort',
			mark: '"message_update"',
		};
	};
}

/** The relay. */
export function relay(url: string): () => PeerKind {
	return () => ({
		command: [join(import.meta.dirname, 'relay.mjs'), url],
		hello: async () => ({ prompt: { text: 'go' }, cancel: {} }),
		promptMethod: 'prompt',
		cancelMethod: 'cancel',
		mark: '"method":"delta"',
	});
}

function readLines(child: ChildProcessWithoutNullStreams, take: (line: string) => void): void {
	let rest = '';
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		const text = rest + chunk;
		let from = 0;
		for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
			take(text.slice(from, end));
			from = end + 1;
		}
		rest = text.slice(from);
	});
}

/** `proc(5)`: fields 14 and 15 of stat, in hundredths of a second. */
function cpuOf(pid: number | undefined): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}
