import { execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	type Call,
	type Connection,
	type Handover,
	parseTransportOptions,
	ServerError,
	serveStdio,
} from '@myelin/rpc-server';

type Params = Readonly<Record<string, unknown>>;
type Answer = (params: Params, call: Call, connection: Connection) => unknown;

/** An ES module that takes its functions of `node:child_process` before standard output is protected. */
const esModule = `data:text/javascript,import { execSync } from "node:child_process";
	export const print = () => execSync("echo from an ES module", { stdio: "inherit" });`;

let ending: Promise<void> = Promise.resolve();
let printFromModule: (() => void) | undefined;

const openWork = new Set<AbortController>();

/** What the server under test can be asked to do. */
const methods: Readonly<Record<string, Answer>> = {
	initialize: () => 'answered by the loaded server',
	echo: (params) => params,
	later: async (params) => {
		await sleep(Number(params.ms));
		return params;
	},
	/** Ends when it is cancelled or the connection ends, as a run does. */
	run: async (_params, call) => {
		const work = new AbortController();
		openWork.add(work);
		await sleep(60_000, undefined, { signal: AbortSignal.any([work.signal, call.signal]) }).catch(() => {});
		call.signal.throwIfAborted();
		return 'aborted';
	},
	hang: () => new Promise(() => {}),
	/** Makes the end of the connection last as long as it may. */
	neverClose: () => {
		ending = new Promise(() => {});
	},
	fail: () => {
		throw new Error('the secret is 42');
	},
	/** Everything that a plugin might do to standard output. */
	print: async () => {
		console.log('from console.log');
		console.info('from console.info');
		process.stdout.write('from process.stdout\n');
		execSync('echo from execSync', { stdio: 'inherit' });
		spawnSync('echo', ['from spawnSync'], { stdio: [0, 1, 2] });
		printFromModule?.();
		await once(spawn('echo', ['from spawn'], { stdio: 'inherit' }), 'close');
	},
	/** What a plugin's forgotten asynchronous part might do. */
	explode: () => {
		setImmediate(() => {
			throw new Error('thrown in a timer');
		});
		void Promise.reject(new Error('rejected by nobody'));
	},
	/** Sends events of 1 kB until it has to wait; answers when there is room again. */
	flood: async (params, _call, connection) => {
		const json = JSON.stringify({ jsonrpc: '2.0', method: 'event', params: { text: 'x'.repeat(1000) } });
		let waits = 0;
		for (let sent = 0; sent < Number(params.count); sent += 1) {
			const room = connection.send(json);
			if (room === undefined) continue;
			if (waits === 0) console.error('flood has to wait');
			waits += 1;
			await room;
		}
		return waits > 0;
	},
	memory: () => process.memoryUsage.rss(),
	ask: (params, _call, connection) => connection.request('question', params),
};

/** Serves what a handover brings; its answer to `hello` is the handover's. */
export async function serve(handover: Handover): Promise<void> {
	const parsed = parseTransportOptions(handover.argv);
	if ('problem' in parsed) throw new Error(parsed.problem);
	({ print: printFromModule } = await import(esModule));
	const { firstBytes, framing, hello } = handover;
	await serveStdio({
		...parsed.options,
		...(framing === undefined ? {} : { framing }),
		firstBytes,
		createHandler: (connection) => ({
			request(method, params, call) {
				if (method === 'hello') return hello ?? null;
				const answer = methods[method];
				if (answer === undefined) throw new ServerError('METHOD_NOT_FOUND', `No method ${method}.`);
				return answer(params as Params, call, connection);
			},
			notification(method, params) {
				if (method === 'repeat') connection.notify('repeated', params as Params);
			},
			async closed() {
				for (const work of openWork) work.abort();
				await ending;
			},
		}),
	});
}
