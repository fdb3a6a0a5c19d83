/** What one side adds and the other takes, in order. Adding never waits: a slow consumer holds nobody up. */
export interface EventQueue<T> extends AsyncIterableIterator<T> {
	/** Adds an item; ignored once the queue has ended or its consumer has left. */
	push(item: T): void;
	/** No more items; after those that wait the consumer's loop ends, or throws the error. Only the first call counts. */
	end(error?: Error): void;
}

/** Far enough into a backlog to give the taken part back. */
const compactAfter = 1024;

/** A queue for one consumer. `onLeave` is called once, when the consumer leaves its loop early. */
export function createEventQueue<T>(onLeave: () => void = () => {}): EventQueue<T> {
	let items: T[] = [];
	let head = 0;
	let ending: { readonly error?: Error } | undefined;
	let left = false;
	let waiting: { resolve(result: IteratorResult<T>): void; reject(error: Error): void }[] = [];

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
		for (const { resolve, reject } of waiting.splice(0)) {
			if (ending?.error !== undefined) reject(ending.error);
			else resolve({ done: true, value: undefined });
		}
	}

	return {
		push(item) {
			if (ending !== undefined || left) return;
			const first = waiting.shift();
			if (first === undefined) items.push(item);
			else first.resolve({ done: false, value: item });
		},
		end(error) {
			if (ending !== undefined) return;
			ending = error === undefined ? {} : { error };
			settle();
		},
		next() {
			if (head < items.length) return Promise.resolve({ done: false, value: take() });
			if (left || (ending !== undefined && ending.error === undefined)) {
				return Promise.resolve({ done: true, value: undefined });
			}
			if (ending?.error !== undefined) return Promise.reject(ending.error);
			return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
		},
		return() {
			if (!left) {
				left = true;
				items = [];
				head = 0;
				waiting = waiting.filter(({ resolve }) => {
					resolve({ done: true, value: undefined });
					return false;
				});
				onLeave();
			}
			return Promise.resolve({ done: true, value: undefined });
		},
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}
