/**
 * Takes the items one after another, each waited for, until `step` answers true. Items that need no waiting cost no
 * microtask; a promise is returned only when one did.
 */
export function inTurn<T>(
	items: readonly T[],
	step: (item: T) => boolean | Promise<boolean>,
	from = 0,
): void | Promise<void> {
	for (let place = from; place < items.length; place++) {
		const stopped = step(items[place] as T);
		if (typeof stopped !== 'boolean') {
			return stopped.then((late) => (late ? undefined : inTurn(items, step, place + 1)));
		}
		if (stopped) return;
	}
}
