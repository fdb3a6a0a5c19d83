/** What must never be shown, and the means to take it out of a text. */
export interface Secrets {
	/** Adds one; what is shorter than 8 characters is no secret but a word. */
	add(secret: string): void;
	/** The text with `[secret]` in the place of each. */
	redact(text: string): string;
}

/** Makes a collection of secrets. */
export function createSecrets(initial: readonly (string | undefined)[]): Secrets {
	const secrets = new Set<string>();
	const add = (secret: string) => {
		if (secret.length >= 8) secrets.add(secret);
	};
	for (const secret of initial) if (secret !== undefined) add(secret);
	return {
		add,
		redact(text) {
			let redacted = text;
			for (const secret of secrets) redacted = redacted.replaceAll(secret, '[secret]');
			return redacted;
		},
	};
}
