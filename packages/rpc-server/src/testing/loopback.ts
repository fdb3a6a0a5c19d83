import { PassThrough } from 'node:stream';
import { type Clock, type Model, systemClock } from '@myelin/core';
import type { ToolSpec } from '@myelin/plugins';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import type { QuestionAsker } from '@myelin/session';
import { createConnection } from '../connection.ts';
import { createServer, type Server } from '../server.ts';

/** Any JSON-RPC message, as it came. */
export type Wire = ReturnType<typeof JSON.parse>;

/** A client in the same process, behind streams that hold as little as a pipe does. */
export interface LoopbackClient {
	/** Everything that was read, in order. */
	readonly received: readonly Wire[];
	send(message: object): void;
	ask(method: string, params?: object): Promise<Wire>;
	/** The first message that fits, from the beginning or still to come. */
	until(fits: (message: Wire) => boolean): Promise<Wire>;
	/** The parameters of `session/event` of one session so far. */
	events(sessionId: string): readonly Wire[];
	/** Reads no more, and goes on reading. */
	pause(): void;
	resume(): void;
	/** The client dies: its streams close without a word. */
	die(): void;
	/** Ends the input; resolves when the server has let go. */
	end(): Promise<void>;
}

/** A server in this process, with one model and its tools. */
export async function startLoopback(parts: {
	readonly model: Model;
	readonly tools?: readonly ToolSpec[];
	readonly clock?: Clock;
}): Promise<{
	server: Server;
	host: PluginHost;
	connect(capabilities?: object, name?: string): Promise<LoopbackClient>;
}> {
	const silent = () => undefined;
	const log = { debug: silent, info: silent, warn: silent, error: silent };
	const questions: QuestionAsker = { ask: (question, scope) => server.questions.ask(question, scope) };
	const { clock = systemClock } = parts;
	const host = createPluginHost({ settings: {}, log, questions, clock });
	await host.add(
		{
			name: 'script',
			setup(myelin) {
				myelin.registerModel(parts.model);
				for (const tool of parts.tools ?? []) myelin.registerTool(tool);
			},
		},
		'test',
	);
	const server = createServer({ host, cwd: '/', systemPrompt: '', maxFrameBytes: 1 << 20, log, clock });
	return { server, host, connect: (capabilities = {}, name = 'loopback') => connect(server, capabilities, name) };

	async function connect(to: Server, capabilities: object, name: string): Promise<LoopbackClient> {
		const input = new PassThrough();
		const output = new PassThrough();
		const connection = createConnection({ input, output }, { maxFrameBytes: 1 << 20, log }, (own) => to.visit(own));
		const client = speak(input, output, connection.closed);
		await client.ask('initialize', {
			clientInfo: { name },
			protocolVersion: { min: 1, max: 1 },
			capabilities,
		});
		return client;
	}
}

function speak(input: PassThrough, output: PassThrough, closed: Promise<void>): LoopbackClient {
	const received: Wire[] = [];
	const waiting = new Set<() => void>();
	let rest = '';
	let id = 0;
	output.setEncoding('utf8').on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		received.push(...lines.map((line) => JSON.parse(line)));
		for (const look of waiting) look();
	});
	const send = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	const until = (fits: (message: Wire) => boolean) =>
		new Promise<Wire>((resolve) => {
			let place = 0;
			const look = () => {
				for (; place < received.length; place++) {
					if (!fits(received[place])) continue;
					waiting.delete(look);
					resolve(received[place]);
					return;
				}
			};
			waiting.add(look);
			look();
		});
	return {
		received,
		send,
		until,
		ask(method, params = {}) {
			id += 1;
			const own = id;
			send({ id: own, method, params });
			return until((message) => message.id === own && message.method === undefined);
		},
		events: (sessionId) =>
			received
				.filter(({ method, params }) => method === 'session/event' && params.sessionId === sessionId)
				.map(({ params }) => params),
		pause: () => void output.pause(),
		resume: () => void output.resume(),
		die() {
			input.destroy();
			output.destroy();
		},
		end() {
			input.end();
			return closed;
		},
	};
}
