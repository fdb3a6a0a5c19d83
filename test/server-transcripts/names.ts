import type { Message } from './scenarios.ts';

/** What a run makes anew each time, and the name that a transcript gives it. */
const kinds: readonly { readonly prefix: string; readonly belongs: (key: string, value: string) => boolean }[] = [
	{ prefix: 's', belongs: (key) => key === 'sessionId' || key === 'newSessionId' },
	{ prefix: 'r', belongs: (key) => key === 'runId' },
	{ prefix: 't', belongs: (key) => key === 'progressToken' || key === 'token' },
	{ prefix: 'm', belongs: (_, value) => value.startsWith('msg_') },
	{ prefix: 'e', belongs: (_, value) => value.startsWith('e_') },
	{ prefix: 'c', belongs: (_, value) => value.startsWith('summary_') },
	{ prefix: 'q', belongs: (key) => key === 'questionId' },
];

/** Numbers that are others each time. */
const numbers: Readonly<Record<string, number>> = {
	at: 1000,
	timestamp: 1000,
	durationMs: 0,
	firstTokenMs: 0,
	totalMs: 0,
	delayMs: 0,
	next: 1,
	createdAt: 1000,
	updatedAt: 1000,
	pid: 1,
	uptimeMs: 0,
	memoryBytes: 0,
	tokensBefore: 0,
	tokensAfter: 0,
};

/** Gives everything that a run makes anew a name by the order in which it is first seen. */
export class Names {
	readonly #names = new Map<string, string>();
	readonly #counts = new Map<string, number>();
	readonly #folder: string | undefined;

	/** `folder` is the server's own, if it is spoken of. */
	constructor(folder?: string) {
		this.#folder = folder;
	}

	/** A message of the server as a transcript has it. */
	name(message: Message): Message {
		return this.#walk('', message) as Message;
	}

	/** What a name stands for in this run, in a message that a client sends. */
	resolve(message: Message): Message {
		const values = new Map([...this.#names].map(([value, name]) => [name, value]));
		const walk = (value: unknown): unknown => {
			if (typeof value === 'string') return values.get(value) ?? value.replace(/^\/folder/, this.#folder ?? '/folder');
			return mapValues(value, (_, inner) => walk(inner));
		};
		return walk(message) as Message;
	}

	#walk(key: string, value: unknown): unknown {
		if (typeof value === 'number') return numbers[key] ?? value;
		if (key === 'serverInfo') return { name: 'transcript', version: '1' };
		if (typeof value !== 'string')
			return mapValues(value, (inner, part) => this.#walk(inner === '' ? key : inner, part));
		const kind = kinds.find(({ belongs }) => belongs(key, value));
		return kind === undefined ? this.#textOf(value) : this.#nameOf(kind.prefix, value);
	}

	/** A text may speak of what is named, of the server's folder and of processes. */
	#textOf(text: string): string {
		const plain = this.#folder === undefined ? text : text.replaceAll(this.#folder, '/folder');
		let named = plain.replace(/\bprocess \d+/g, 'process 1').replace(/\bE(ACCES|PERM|ROFS): [^,]+/g, 'EPERM: refused');
		for (const [value, name] of this.#names) named = named.replaceAll(value, name);
		return named;
	}

	#nameOf(prefix: string, value: string): string {
		const known = this.#names.get(value);
		if (known !== undefined) return known;
		const count = (this.#counts.get(prefix) ?? 0) + 1;
		this.#counts.set(prefix, count);
		this.#names.set(value, `${prefix}${count}`);
		return `${prefix}${count}`;
	}
}

/** Maps what a list or an object holds; list items have the key `''`. */
function mapValues(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((item) => change('', item));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(key, inner)]));
}
