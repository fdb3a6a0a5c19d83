/** What one side adds and the other takes, in order. Adding never waits. */
export interface EventQueue<T, R = T> extends AsyncIterableIterator<R> {
	/** Items that wait to be taken. */
	readonly waiting: number;
	/** The oldest item that waits. */
	readonly first: T | undefined;
	/** Adds an item; ignored once the queue has ended or its consumer has left. */
	push(item: T): void;
	/** Drops what waits. */
	clear(): void;
	/** The consumer leaves. */
	return(): Promise<IteratorResult<R>>;
	/** No more items; after those that wait the consumer's loop ends, or throws the error. Only the first call counts. */
	end(error?: Error): void;
}

/** What the owner of a queue hears of its consumer. None of it may throw. */
export interface Consumer<T, R> {
	/** The consumer asks for the next item, and so is done with the one before. Called before it is given one that waits. */
	onAsk?(): void;
	/** Turns an item into what the consumer gets, as it gets it. */
	view(item: T): R;
	/** The consumer left its loop early; called once. */
	onLeave?(): void;
}

/** Far enough into a backlog to give the taken part back. */
const compactAfter = 1024;

/** A queue for one consumer. */
export function createEventQueue<T, R>({ onAsk, view, onLeave }: Consumer<T, R>): EventQueue<T, R> {
	let items: T[] = [];
	let head = 0;
	let ending: { readonly error?: Error } | undefined;
	let left = false;
	const asking: { resolve(result: IteratorResult<R>): void; reject(error: Error): void }[] = [];

	function take(): T {
		const item = items[head] as T;
		head += 1;
		if (head === items.length) {
			items = [];
			head = 0;
		} else if (head >= compactAfter && head * 2 >= items.length) {
			items = items.slice(head);
			head = 0;
		}
		return item;
	}

	function settle(): void {
		for (const { resolve, reject } of asking.splice(0)) {
			if (ending?.error !== undefined) reject(ending.error);
			else resolve({ done: true, value: undefined });
		}
	}

	function clear(): void {
		items = [];
		head = 0;
	}

	return {
		get waiting() {
			return items.length - head;
		},
		get first() {
			return items[head];
		},
		push(item) {
			if (ending !== undefined || left) return;
			const first = asking.shift();
			if (first === undefined) items.push(item);
			else first.resolve({ done: false, value: view(item) });
		},
		clear,
		end(error) {
			if (ending !== undefined) return;
			ending = error === undefined ? {} : { error };
			settle();
		},
		next() {
			onAsk?.();
			if (head < items.length) return Promise.resolve({ done: false, value: view(take()) });
			if (left || (ending !== undefined && ending.error === undefined)) {
				return Promise.resolve({ done: true, value: undefined });
			}
			if (ending?.error !== undefined) return Promise.reject(ending.error);
			return new Promise((resolve, reject) => asking.push({ resolve, reject }));
		},
		return() {
			if (!left) {
				left = true;
				clear();
				for (const { resolve } of asking.splice(0)) resolve({ done: true, value: undefined });
				onLeave?.();
			}
			return Promise.resolve({ done: true, value: undefined });
		},
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}
