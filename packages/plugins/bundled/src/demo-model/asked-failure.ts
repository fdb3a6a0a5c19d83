import { ModelError } from '@myelin/plugins';

/** A failure that a prompt asks for, to try out what retries and errors look like. */
export interface AskedFailure {
	readonly code: ModelError['code'];
	/** How many calls fail before one succeeds. */
	readonly times: number;
	/** Whether some of the answer is streamed before it breaks. */
	readonly midway: boolean;
}

const codes: readonly (readonly [RegExp, ModelError['code']])[] = [
	[/rate.?limit/i, 'RATE_LIMIT'],
	[/overload/i, 'OVERLOADED'],
	[/time.?out/i, 'TIMEOUT'],
	[/network/i, 'NETWORK'],
	[/auth|key/i, 'AUTH'],
	[/quota|credit/i, 'QUOTA'],
	[/context|overflow/i, 'CONTEXT_OVERFLOW'],
	[/invalid/i, 'INVALID_REQUEST'],
	[/filter/i, 'CONTENT_FILTER'],
	[/broken/i, 'STREAM_BROKEN'],
];

const words: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3, always: Number.POSITIVE_INFINITY };

const phrase =
	/(?<=^|[.,;:!?\n]|\b(?:please|and|then|now))\s*fail(?:\s+(?<midway>midway))?\s+with\s+(?<said>[^.,;\n]+?)(?=$|[.,;\n]|\s+(?:and|then)\b)/i;

/** Reads `fail with <what> [once · twice · 3 times · always] [midway]` out of a prompt, where it begins a clause; once unless said. */
export function askedFailure(prompt: string): AskedFailure | undefined {
	const match = phrase.exec(prompt);
	if (match === null) return undefined;
	const said = match.groups?.said ?? '';
	const code = codes.find(([pattern]) => pattern.test(said))?.[1] ?? 'UNKNOWN';
	const counted = /(\d+)\s+times/i.exec(said)?.[1];
	const word = /\b(once|twice|thrice|always)\b/i.exec(said)?.[1]?.toLowerCase() ?? 'once';
	const times = counted === undefined ? (words[word] ?? 1) : Number(counted);
	return { code, times, midway: match.groups?.midway !== undefined || /\bmidway\b/i.test(said) };
}

/** What a prompt asks for besides the failure. */
export function besidesFailure(prompt: string): string {
	return prompt.replace(phrase, '');
}

/** The error for the n-th (from 1) failure of a prompt. */
export function failureError(failure: AskedFailure, attempt: number): ModelError {
	const of = Number.isFinite(failure.times) ? ` of ${failure.times}` : '';
	return new ModelError(
		failure.code,
		`the demo model fails with ${failure.code}, as the prompt asks (${attempt}${of})`,
	);
}
