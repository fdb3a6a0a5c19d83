import { type Clock, systemClock } from '@myelin/core';
import { type Handler, ServerError } from '@myelin/rpc-server';

/** What needs no plugin and is answered while they load. */
const free: ReadonlySet<string> = new Set(['initialize', 'server/status', 'session/list']);

/** How long an end waits for the plugins, when something that was read before it waits for them. Milliseconds. */
const endGraceMs = 1_000;

/** What waits for the plugins. */
interface Held {
	/** It is the end itself, and waits only for what came before it. */
	readonly isEnd: boolean;
	go(): void;
	fail(error: unknown): void;
}

/**
 * Requests wait until the plugins are loaded, in their order; what those add is then there for the first of them. A cancellation, a
 * shutdown and the end of the connection end the wait: a plugin that hangs holds nobody who wants to go.
 */
export function whileLoading(loading: Promise<void>, handler: Handler, clock: Clock = systemClock): Handler {
	const held = new Set<Held>();
	/** How whatever comes fares: it waits at first. */
	let admit = (one: Held): void => void held.add(one);
	const decide = (how: (one: Held) => void) => {
		admit = how;
		for (const one of held) how(one);
		held.clear();
	};
	const decided = loading.then(
		() => decide((one) => one.go()),
		(error) => decide((one) => one.fail(error)),
	);
	const inTurn = <T>(action: () => T, signal?: AbortSignal, isEnd = false) =>
		new Promise<Awaited<T>>((resolve, reject) => {
			const go = () => void new Promise<Awaited<T>>((done) => done(action() as Awaited<T>)).then(resolve, reject);
			const one = { isEnd, go, fail: reject };
			admit(one);
			signal?.addEventListener('abort', () => held.delete(one) && reject(signal.reason), { once: true });
		});
	/** What was read before the end is answered first, if the plugins come soon. */
	const end = async () => {
		if ([...held].some(({ isEnd }) => !isEnd)) await soon(decided, clock);
		for (const one of held) {
			if (one.isEnd) one.go();
			else one.fail(new ServerError('SHUTTING_DOWN', 'the end came before the plugins were loaded'));
		}
		held.clear();
	};
	return {
		...handler,
		request(method, params, call) {
			const answer = () => handler.request(method, params, call);
			if (free.has(method)) return answer();
			const isEnd = method === 'shutdown';
			const answered = inTurn(answer, call.signal, isEnd);
			if (isEnd) void end();
			return answered;
		},
		notification: (method, params) => inTurn(() => handler.notification(method, params)),
		async closed() {
			await end();
			await handler.closed();
		},
	};
}

/** Waits for what never rejects, but not for long. */
async function soon(promise: Promise<void>, clock: Clock): Promise<void> {
	let callOff = () => {};
	const late = new Promise<void>((resolve) => {
		callOff = clock.after(endGraceMs, resolve);
	});
	await Promise.race([promise, late]);
	callOff();
}
