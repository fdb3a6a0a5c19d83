/** What holds messages back, and where they go. */
export interface HeldPorts<Message> {
	/** Whether one may go now; asked anew for each. */
	mayGo(): boolean;
	/** Whether it goes whatever holds others, and past those. */
	passes(message: Message): boolean;
	go(message: Message): void;
}

/** Messages whose turn has come, and that wait until they may go. All but those that pass go in order. */
export interface HeldMessages<Message> {
	/** Lets it go, or holds it. */
	take(message: Message): void;
	/** One that is held may go now, perhaps: each goes in a turn of the event loop of its own. */
	look(): void;
	/** Lets none of them go any more. */
	drop(): void;
}

/** None is held at first. */
export function holdMessages<Message>({ mayGo, passes, go }: HeldPorts<Message>): HeldMessages<Message> {
	let held: Message[] = [];
	/** Those before it have gone. */
	let head = 0;
	let isScheduled = false;

	function look(): void {
		if (isScheduled || head === held.length || !mayGo()) return;
		isScheduled = true;
		setImmediate(letOneGo);
	}

	function letOneGo(): void {
		isScheduled = false;
		const message = held[head];
		if (message === undefined || !mayGo()) return;
		head += 1;
		if (head === held.length) {
			held = [];
			head = 0;
		}
		go(message);
		look();
	}

	return {
		take(message) {
			if (passes(message) || (head === held.length && mayGo())) go(message);
			else held.push(message);
		},
		look,
		drop() {
			held = [];
			head = 0;
		},
	};
}
