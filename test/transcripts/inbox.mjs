/**
 * What one client sends, taken message by message. Acknowledgements stand aside: when a client gives credit back is its own
 * matter, as far as no transcript asks.
 *
 * @typedef {object} Inbox
 * @property {() => Promise<string | undefined>} next gives undefined at the end, however often it is asked
 * @property {(sessionId: string, seq: number) => Promise<void>} acked resolves when the newest acknowledgement is `seq`; rejects when it is beyond, or the client closed before
 */

/**
 * Splits a stream into lines.
 *
 * @param {import('node:stream').Readable} stream
 * @param {(sessionId: string) => number} newestSeq the newest event that was sent of a session
 * @returns {Inbox}
 */
export function createInbox(stream, newestSeq = () => Number.POSITIVE_INFINITY) {
	/** @type {string[]} */
	const lines = [];
	/** @type {Buffer[]} */
	let partial = [];
	let ended = false;
	/** @type {Map<string, number>} */
	const acks = new Map();
	/** @type {(() => void)[]} */
	const wakes = [];

	/** @param {string} line */
	function take(line) {
		const ack = read(line, 'session/ack');
		if (ack !== undefined && isAck(line, ack)) acks.set(ack.sessionId, ack.seq);
		else lines.push(line);
		// A new subscription is acknowledged anew, maybe from an earlier place.
		if (ack === undefined) acks.delete(read(line, 'session/attach')?.sessionId);
	}

	/**
	 * Whether a server would take it: a notification whose number is one, of what was sent and not before what was said.
	 *
	 * @param {string} line
	 * @param {any} ack
	 */
	function isAck(line, { sessionId, seq }) {
		const isTold = !('id' in JSON.parse(line)) && Number.isInteger(seq);
		return isTold && seq <= newestSeq(sessionId) && seq >= (acks.get(sessionId) ?? 0);
	}

	function wake() {
		for (const one of wakes.splice(0)) one();
	}

	stream.on('data', (chunk) => {
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			take(Buffer.concat([...partial, chunk.subarray(start, end)]).toString());
			partial = [];
			start = end + 1;
		}
		partial.push(chunk.subarray(start));
		wake();
	});
	const end = () => {
		ended = true;
		// Half a line is nothing that a client may leave behind.
		const rest = Buffer.concat(partial.splice(0)).toString();
		if (rest !== '') lines.push(rest);
		wake();
	};
	stream.on('end', end).on('close', end).on('error', end);

	/** @param {() => boolean} isOver */
	async function until(isOver) {
		while (!isOver()) await new Promise((resolve) => wakes.push(() => resolve(undefined)));
	}

	return {
		async next() {
			await until(() => lines.length > 0 || ended);
			return lines.shift();
		},
		async acked(sessionId, seq) {
			const newest = () => acks.get(sessionId) ?? 0;
			await until(() => newest() >= seq || ended);
			if (newest() !== seq)
				throw new Error(`expected session ${sessionId} to be acknowledged up to ${seq}, found ${newest()}`);
		},
	};
}

/**
 * The parameters of a message, if it is one of this method.
 *
 * @param {string} line
 * @param {string} wanted
 */
function read(line, wanted) {
	if (!line.includes(`"${wanted}"`)) return undefined;
	const { method, params } = JSON.parse(line);
	return method === wanted ? params : undefined;
}
