import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One JSON value and the definition that it is an example of. `later`: it holds what only a later version defines. */
export interface WireSample {
	readonly definition: string;
	readonly value: unknown;
	readonly later?: true;
}

/** The examples of `test/wire-samples.jsonl`, which the clients of all languages read and write back. */
export function readWireSamples(): readonly WireSample[] {
	const text = readFileSync(join(import.meta.dirname, 'wire-samples.jsonl'), 'utf8');
	return text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line));
}
