/** Passes items from those who put them to one who takes them, in order. */
export interface Mailbox<T> {
	put(item: T): void;
	take(): Promise<T>;
}

/** An empty mailbox. */
export function createMailbox<T>(): Mailbox<T> {
	const items: T[] = [];
	const takers: ((item: T) => void)[] = [];
	return {
		put(item) {
			const taker = takers.shift();
			if (taker === undefined) items.push(item);
			else taker(item);
		},
		take() {
			const item = items.shift();
			return item === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(item);
		},
	};
}
