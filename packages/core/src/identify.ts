const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Makes ids: `prefix` tells a reader what they name. They match `[A-Za-z0-9_-]{1,64}`. */
export type Identify = (prefix: string) => string;

/** Random ids of 12 characters after the prefix: 62 bits, enough that no two of one machine ever meet. */
export const randomId: Identify = (prefix) => {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	let id = `${prefix}_`;
	for (const byte of bytes) id += alphabet[byte % alphabet.length];
	return id;
};
