import type { Logger } from '@myelin/plugins';
import type { Call } from './connection.ts';
import { ServerError } from './errors.ts';

/** The requests of the client that have no answer yet, each under a key of our own. */
export interface OpenCalls {
	readonly size: number;
	/** The key of a new call; undefined when the client has a request of this id in flight already. */
	open(id: number | string): number | undefined;
	get(key: number): Call;
	/** What aborts the call that has this id now; undefined if there is none. */
	cancelOf(id: number | string): (() => void) | undefined;
	/** Takes a call out, gives it its answer, then runs what waits for the answer. Nothing if it has been closed before. */
	close(key: number, answer: (id: number | string) => void): void;
	keys(): number[];
	/** Resolves when there is none. */
	idle(): Promise<void>;
}

interface OpenCall {
	readonly call: Call;
	readonly cancel: () => void;
	/** What to do after the answer; undefined once it has been done. */
	afterwards: (() => void)[] | undefined;
}

/**
 * Keeps open calls. The keys are numbers, as an id `1` and an id `"1"` are different requests for JSON-RPC but the
 * same for `vscode-jsonrpc`.
 */
export function createOpenCalls(log: Logger): OpenCalls {
	const calls = new Map<number, OpenCall>();
	const keys = new Map<number | string, number>();
	let lastKey = 0;
	let idleWaiters: (() => void)[] = [];

	function run(action: () => void): void {
		try {
			action();
		} catch (error) {
			log.error('An action after an answer failed.', error);
		}
	}

	function create(id: number | string): OpenCall {
		const controller = new AbortController();
		const afterAnswer = (action: () => void) => {
			if (open.afterwards === undefined) run(action);
			else open.afterwards.push(action);
		};
		const open: OpenCall = {
			call: { id, signal: controller.signal, afterAnswer },
			cancel: () => controller.abort(new ServerError('CANCELLED', 'The client cancelled the request.')),
			afterwards: [],
		};
		return open;
	}

	return {
		get size() {
			return calls.size;
		},
		open(id) {
			if (keys.has(id)) return undefined;
			lastKey += 1;
			keys.set(id, lastKey);
			calls.set(lastKey, create(id));
			return lastKey;
		},
		get(key) {
			const open = calls.get(key);
			if (open === undefined) throw new Error(`No open call has the key ${key}`);
			return open.call;
		},
		cancelOf(id) {
			const key = keys.get(id);
			return key === undefined ? undefined : calls.get(key)?.cancel;
		},
		close(key, answer) {
			const open = calls.get(key);
			if (open === undefined) return;
			calls.delete(key);
			keys.delete(open.call.id);
			answer(open.call.id);
			const { afterwards = [] } = open;
			open.afterwards = undefined;
			for (const action of afterwards) run(action);
			if (calls.size > 0) return;
			for (const resolve of idleWaiters) resolve();
			idleWaiters = [];
		},
		keys: () => [...calls.keys()],
		idle: () => (calls.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
	};
}
