/** A place in what a subscription was sent: the seq, and the characters that had come by then. */
export interface Mark {
	readonly seq: number;
	readonly offset: number;
}

/** A consumer that holds events back: what it has not taken is not acknowledged. */
export interface Holder {
	/** Where the oldest event begins that it has not taken: the mark of what came before. Nothing if it has taken all. */
	untaken(): Mark | undefined;
	/** Events that wait for it behind the one it is at. */
	readonly waiting: number;
}

/** What was received and taken of one session, and when the server is told of it. */
export interface Credit {
	/** Everything up to here has come. */
	readonly received: Mark;
	/** An event of so many characters came. */
	receive(seq: number, characters: number): void;
	/** Adds a holder; returns what removes it. */
	hold(holder: Holder): () => void;
	/** A holder asks for its next event: `next` is the mark before that one, nothing if it is not there yet, and `more` wait behind it. */
	taken(next: Mark | undefined, more: number): void;
	/** Goes on from another place: what came before counts no more. */
	restart(seq: number): void;
}

/**
 * The credit of a subscription with a window of so many characters. `ack` is called at the end of the turn with the newest seq
 * that everybody has taken: when nothing more waits, or a quarter of the window is taken. So a consumer in the middle of a backlog
 * costs a message each quarter, and one that keeps up is never waited for.
 */
export function createCredit(seq: number, windowBytes: number, ack: (seq: number) => void): Credit {
	const share = windowBytes / 4;
	const holders = new Set<Holder>();
	let received: Mark = { seq, offset: 0 };
	let acked = received;
	let isScheduled = false;

	function flush(): void {
		isScheduled = false;
		let taken = received;
		let isBehind = false;
		for (const holder of holders) {
			const mark = holder.untaken();
			if (mark !== undefined && mark.seq < taken.seq) taken = mark;
			if (holder.waiting > 0) isBehind = true;
		}
		if (taken.seq <= acked.seq || (isBehind && taken.offset - acked.offset < share)) return;
		acked = taken;
		ack(taken.seq);
	}

	function look(): void {
		if (isScheduled) return;
		isScheduled = true;
		queueMicrotask(flush);
	}

	return {
		get received() {
			return received;
		},
		receive(next, characters) {
			received = { seq: next, offset: received.offset + characters };
			if (holders.size === 0) look();
		},
		hold(holder) {
			holders.add(holder);
			return () => {
				if (holders.delete(holder)) look();
			};
		},
		taken(next, more) {
			// In the middle of a backlog there is nothing to look for at every event.
			if (next === undefined || more === 0 || next.offset - acked.offset >= share) look();
		},
		restart(from) {
			received = { seq: from, offset: received.offset };
			acked = received;
		},
	};
}
