/** How far a client lets events run ahead of what it has acknowledged. */
export type Window =
	| { readonly kind: 'open' }
	/** Bytes that may be on their way. */
	| { readonly kind: 'bytes'; readonly bytes: number }
	/** One event at a time. */
	| { readonly kind: 'one' };

/** What one client was sent and has not acknowledged. */
export class Credit {
	readonly window: Window;
	#unacked: { readonly seq: number; readonly bytes: number }[] = [];
	#bytes = 0;
	/** The newest number that was acknowledged. */
	#acked = 0;

	constructor(window: Window) {
		this.window = window;
	}

	/** The newest number that was acknowledged. */
	get acked(): number {
		return this.#acked;
	}

	/** Whether an event of so many bytes may go: anything may while nothing is on its way. */
	allows(bytes: number): boolean {
		if (this.window.kind === 'open' || this.#unacked.length === 0) return true;
		return this.window.kind === 'bytes' && this.#bytes + bytes <= this.window.bytes;
	}

	sent(seq: number, bytes: number): void {
		if (this.window.kind === 'open') return;
		this.#unacked.push({ seq, bytes });
		this.#bytes += bytes;
	}

	/** The client has taken everything up to this number; what was not sent yet it cannot have taken. */
	ack(seq: number): void {
		this.#acked = Math.max(this.#acked, Math.min(seq, this.#unacked.at(-1)?.seq ?? 0));
		const rest = this.#unacked.findIndex((one) => one.seq > seq);
		const gone = this.#unacked.splice(0, rest === -1 ? this.#unacked.length : rest);
		for (const { bytes } of gone) this.#bytes -= bytes;
	}
}
