/** What to do when a signal aborts, for each signal that somebody waits on. */
const waiting = new WeakMap<AbortSignal, { readonly callbacks: Set<() => void>; readonly stop: () => void }>();

/**
 * Calls back when the signal aborts, unless the function that it returns was called before. However many wait, the signal has one
 * listener of this library, and none once nobody waits: Node warns of a leak from the eleventh on. The callback must not throw.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	const one = () => callback();
	const { callbacks, stop } = waiting.get(signal) ?? listen(signal);
	callbacks.add(one);
	return () => {
		if (callbacks.delete(one) && callbacks.size === 0) stop();
	};
}

function listen(signal: AbortSignal) {
	const callbacks = new Set<() => void>();
	const fire = () => {
		stop();
		for (const callback of callbacks) callback();
	};
	const stop = () => {
		waiting.delete(signal);
		signal.removeEventListener('abort', fire);
	};
	signal.addEventListener('abort', fire);
	const entry = { callbacks, stop };
	waiting.set(signal, entry);
	return entry;
}
