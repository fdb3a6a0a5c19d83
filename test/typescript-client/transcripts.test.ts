import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { expectNoLeaks } from './leaks.ts';
import { runTranscript } from './transcript-driver.ts';

const folder = fileURLToPath(new URL('../transcripts', import.meta.url));

expectNoLeaks();

describe('the TypeScript client has every golden conversation', () => {
	for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
		it(file.replace('.jsonl', ''), () => runTranscript(join(folder, file)));
	}
});
