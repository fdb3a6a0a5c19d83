import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';

/** Any JSON-RPC message, as it came: of no type but what a test finds in it. */
export type Wire = ReturnType<typeof JSON.parse>;

/** A real server behind pipes, spoken to without any client library: what a test sees is what is on the wire. */
export interface RawServer {
	readonly child: ChildProcessWithoutNullStreams;
	/** Everything that came, in order. */
	readonly received: readonly Wire[];
	/** Everything on standard error so far. */
	stderr(): string;
	send(message: object): void;
	/** Sends a request and waits for its answer. */
	ask(method: string, params?: object): Promise<Wire>;
	/** The first message that fits, from the beginning or still to come. */
	until(fits: (message: Wire) => boolean): Promise<Wire>;
	/** The events of a session so far. */
	events(): readonly Wire[];
	/** Ends the input; resolves with the exit status. */
	end(): Promise<number | null>;
}

/** A folder that is gone when the test is. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-test-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Starts a server with an empty home; it is gone when the test is. */
export function startServer(...options: readonly (string | { readonly env: NodeJS.ProcessEnv })[]): RawServer {
	const args = options.filter((option) => typeof option === 'string');
	const more = options.map((option) => (typeof option === 'string' ? {} : option.env));
	const home = mkdtempSync(join(tmpdir(), 'myelin-test-'));
	const own: NodeJS.ProcessEnv = {
		PATH: process.env.PATH,
		HOME: home,
		XDG_CONFIG_HOME: join(home, 'config'),
		LANG: 'C.UTF-8',
	};
	for (const env of more) Object.assign(own, env);
	const child = spawn(process.execPath, [serverPath, '--cwd', home, ...args], { env: own });
	const received: Wire[] = [];
	const waiting = new Set<() => void>();
	let rest = '';
	let stderr = '';
	let id = 0;
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		received.push(...lines.map((line) => JSON.parse(line)));
		for (const look of waiting) look();
	});
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		stderr += chunk;
	});
	const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await exited;
		rmSync(home, { recursive: true, force: true });
	});

	const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	const until = (fits: (message: Wire) => boolean) =>
		new Promise<Wire>((resolve, reject) => {
			const look = () => {
				const found = received.find(fits);
				if (found === undefined) return;
				waiting.delete(look);
				resolve(found);
			};
			waiting.add(look);
			void exited.then((status) => reject(new Error(`the server ended with ${status}: ${stderr}`)));
			look();
		});

	return {
		child,
		received,
		stderr: () => stderr,
		send,
		until,
		ask(method, params = {}) {
			const own = ++id;
			send({ id: own, method, params });
			return until((message) => message.id === own && message.method === undefined);
		},
		events: () => received.filter(({ method }) => method === 'session/event').map(({ params }) => params),
		end() {
			child.stdin.end();
			return exited;
		},
	};
}

/** Says hello and makes a session; returns its id. */
export async function openSession(server: RawServer, params: object = {}): Promise<string> {
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	const { result } = await server.ask('session/create', params);
	return result.sessionId;
}
