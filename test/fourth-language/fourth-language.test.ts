import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../transcripts');
const program = join(import.meta.dirname, 'client.mjs');

// Those that ask for no message in its full form, no mended chain and no handler that is stopped.
it.each([
	'prompt-terms',
	'server-abort',
	'server-allow',
	'server-text',
	'server-tool',
	'server-unknown-tool',
	'server-veto',
	'version-refused',
	'veto-nested',
	'veto-nothing',
])('%s is played by a client of pipes and JSON that shares no code with ours', async (name) => {
	const { stdout } = await promisify(execFile)(process.execPath, [program, join(folder, `${name}.jsonl`)], {
		timeout: 20_000,
	});
	expect(stdout).toBe('ok\n');
});

it('a client that does otherwise than a transcript says is found out', async () => {
	const failure = await promisify(execFile)(process.execPath, [program, join(folder, 'hook-rejected.jsonl')]).catch(
		(error: unknown) => error,
	);
	expect(failure).toMatchObject({ stderr: expect.stringContaining('a message that no line asks for') });
});
