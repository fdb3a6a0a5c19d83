/** Characters. */
const shortest = 8;

/** What must never be shown, and the means to take it out of a text. */
export interface Secrets {
	/** Adds one; what is shorter than 8 characters is no secret but a word. */
	add(secret: string): void;
	/** The text with `[secret]` in the place of each, also of one that was cut off. */
	redact(text: string): string;
}

/** Makes a collection of secrets. */
export function createSecrets(initial: readonly (string | undefined)[]): Secrets {
	const secrets = new Set<string>();
	const add = (secret: string) => {
		if (secret.length >= shortest) secrets.add(secret);
	};
	for (const secret of initial) if (secret !== undefined) add(secret);
	return {
		add,
		redact(text) {
			let redacted = text;
			for (const secret of secrets) redacted = without(redacted, secret);
			return redacted;
		},
	};
}

function without(text: string, secret: string): string {
	const [head, ...pieces] = text.split(secret.slice(0, shortest));
	return [head, ...pieces.map((piece) => piece.slice(commonLength(piece, secret.slice(shortest))))].join('[secret]');
}

function commonLength(a: string, b: string): number {
	let length = 0;
	while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
	return length;
}
