/** What a server does with the messages of one connection. */
export interface Handler {
	/**
	 * Answers a request. Called in the order of arrival, without waiting for earlier answers. `params` is `{}` where the
	 * client sent none. A thrown `ServerError` is answered as it says; anything else as INTERNAL, its text only logged.
	 */
	request(method: string, params: unknown, call: Call): unknown;
	/** Takes a notification, in the same order as requests. `exit` and `$/cancelRequest` never come here. */
	notification(method: string, params: unknown): void;
	/**
	 * Ends the work of this connection: its input has ended or it is lost. All that was read has been handed over before.
	 * Requests still without an answer some time after it resolved are answered SHUTTING_DOWN.
	 */
	closed(): Promise<void>;
}

/** One request of the client while it waits for its answer. */
export interface Call {
	/** The id as the client gave it. */
	readonly id: number | string;
	/** Aborts on `$/cancelRequest`; its reason is a ServerError with code CANCELLED, fit to be thrown. */
	readonly signal: AbortSignal;
	/** Runs `action` once the answer, also an error, is in the outgoing FIFO: whatever it sends comes after the answer. */
	afterAnswer(action: () => void): void;
}

/** The other side, as a server sees it. Everything that goes out passes one FIFO in the order of these calls. */
export interface Connection {
	/**
	 * Asks the client. Rejects with the signal's reason on abort (the client is told by `$/cancelRequest`, a late answer
	 * is ignored), with a ServerError DISCONNECTED when the connection ends, CLIENT_FAILED when the answer is an error
	 * (`data.rpcCode` and `data.clientData` are the client's).
	 */
	request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
	/** Tells the client; serialised at once. */
	notify(method: string, params: object): void;
	/** Sends one JSON-RPC message that is serialised already. A promise only when there is no room: resolves on room or close. */
	send(json: string): void | Promise<void>;
	/** Resolves when the operating system has taken everything handed in so far, or the connection is lost. */
	flush(): Promise<void>;
	/** Reads no more and ends in order, as if the input had ended here. */
	end(): void;
	/** Resolves when the handler has ended its work and its answers are flushed or lost. */
	readonly closed: Promise<void>;
}
