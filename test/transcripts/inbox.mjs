/**
 * Splits a stream into lines, taken one by one.
 *
 * @param {import('node:stream').Readable} stream
 * @returns {{ next(): Promise<string | undefined> }} `next` gives undefined at the end, however often it is asked
 */
export function createInbox(stream) {
	/** @type {string[]} */
	const lines = [];
	/** @type {Buffer[]} */
	let partial = [];
	let ended = false;
	/** @type {(() => void) | undefined} */
	let wake;

	stream.on('data', (chunk) => {
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			lines.push(Buffer.concat([...partial, chunk.subarray(start, end)]).toString());
			partial = [];
			start = end + 1;
		}
		partial.push(chunk.subarray(start));
		wake?.();
	});
	const end = () => {
		ended = true;
		wake?.();
	};
	stream.on('end', end).on('error', end);

	return {
		async next() {
			while (lines.length === 0 && !ended) {
				await new Promise((resolve) => {
					wake = () => resolve(undefined);
				});
			}
			return lines.shift();
		},
	};
}
