/** What a client is asked about one thing that it registered, and may take back while it is asked. */
export class Recall {
	readonly #open = new Set<AbortController>();

	/** Asks. `request` rejects as its signal says: when `signal` aborts, and at once when the thing is taken back. */
	async ask<Answer>(request: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
		const call = new AbortController();
		const abort = () => call.abort(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
		this.#open.add(call);
		try {
			return await request(call.signal);
		} finally {
			this.#open.delete(call);
			signal.removeEventListener('abort', abort);
		}
	}

	/** Ends what is asked, for this reason: whoever took the thing back may never answer. */
	takeBack(reason: Error): void {
		for (const call of [...this.#open]) call.abort(reason);
	}
}
