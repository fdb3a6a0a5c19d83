/** Whether the long versions run: `npm run soak`. */
export const soaks = process.env.MYELIN_SOAK !== undefined;

/** A number that rises from run to run, or the one that a failure named. */
export const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 2 ** 31);

/** Numbers in [0, 1), the same for the same seed (mulberry32, public domain). */
export function randomNumbers(from: number): () => number {
	let state = from;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
