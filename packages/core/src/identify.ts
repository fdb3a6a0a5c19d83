const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Makes ids: `prefix` tells a reader what they name. They match `[A-Za-z0-9_-]{1,64}`. */
export type Identify = (prefix: string) => string;

const underscore = 95;
const pool = new Uint8Array(1536);
let used = pool.length;

/** Random ids of 12 characters after the prefix: 62 bits, enough that no two of one machine ever meet. */
export const randomId: Identify = (prefix) => {
	// Asking for randomness costs the same for one id and for many.
	if (used === pool.length) {
		crypto.getRandomValues(pool);
		used = 0;
	}
	const codes: number[] = [];
	for (let place = 0; place < prefix.length; place++) codes.push(prefix.charCodeAt(place));
	codes.push(underscore);
	for (const end = used + 12; used < end; used++)
		codes.push(alphabet.charCodeAt((pool[used] as number) % alphabet.length));
	// Put together at once: a text that grows by characters keeps each of its steps.
	return String.fromCharCode(...codes);
};
