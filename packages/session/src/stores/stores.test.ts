import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { storeConformance } from '../testing/store-conformance.ts';
import { jsonlStore } from './jsonl.ts';
import { memoryStore } from './memory.ts';

describe('the memory store', () => {
	it.each(storeConformance)('$title', ({ run }) => run(memoryStore()));
});

describe('the JSONL store', () => {
	it.each(storeConformance)('$title', ({ run }) =>
		run(jsonlStore(join(mkdtempSync(join(tmpdir(), 'myelin-')), 'sessions'))),
	);
});
