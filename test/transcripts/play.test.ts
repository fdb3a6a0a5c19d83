import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const player = fileURLToPath(new URL('./play.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'player-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plays a transcript against a client that says the given lines and then closes. */
async function play(transcript: unknown[], ...said: unknown[]) {
	const file = join(folder, 'case.jsonl');
	const verdict = join(folder, 'verdict');
	writeFileSync(file, transcript.map((line) => `${JSON.stringify(line)}\n`).join(''));
	writeFileSync(verdict, 'none');
	const child = spawn(process.execPath, [player, file, '--verdict', verdict], { stdio: ['pipe', 'pipe', 'ignore'] });
	let answered = '';
	child.stdout.on('data', (chunk) => {
		answered += chunk;
	});
	child.stdin.on('error', () => {});
	child.stdin.end(said.map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...(line as object) })}\n`).join(''));
	const code = await new Promise((resolve) => child.once('close', resolve));
	return { code, verdict: readFileSync(verdict, 'utf8').replace(`${file}:`, ''), answered };
}

const hello = { client: { id: '$id:a', method: 'hello' } };

describe('the player', () => {
	it('is content with the client that the transcript tells of', async () => {
		const transcript = [{ note: 'n' }, hello, { do: { op: 'x' } }, { server: { id: '$id:a', result: '$repeat:2:é' } }];
		expect(await play(transcript, { id: 5, method: 'hello', params: {} })).toEqual({
			code: 0,
			verdict: 'ok',
			answered: '{"jsonrpc":"2.0","id":5,"result":"éé"}\n',
		});
	});

	it('takes messages in any order where the transcript says so', async () => {
		const transcript = [{ clients: [{ method: 'a' }, { method: 'b', params: { x: '$any' } }] }];
		expect(await play(transcript, { method: 'b', params: { x: 1 } }, { method: 'a' })).toMatchObject({ verdict: 'ok' });
	});

	it.each([
		['another message', [{ id: 5, method: 'bye' }], '1: /method: expected "hello", found "bye"'],
		['a member too many', [{ id: 5, method: 'hello', params: { x: 1 } }], '1: /params/x: expected nothing, found 1'],
		['one message too few', [], '1: the client closed, expected {"id":"$id:a","method":"hello"}'],
		['one message too many', [{ id: 5, method: 'hello' }, { method: 'more' }], 'a message that no line asks for'],
		[
			'a message of another protocol',
			[{ jsonrpc: '1.0', id: 5, method: 'hello' }],
			'1: a message without "jsonrpc": "2.0"',
		],
	])('refuses %s', async (_what, said, reason) => {
		const { code, verdict } = await play([hello], ...said);
		expect(verdict).toContain(reason);
		expect(code).toBe(97);
	});

	it('refuses a line that the language does not have', async () => {
		expect(await play([{ sever: {} }])).toMatchObject({ verdict: '1: no line of the language has the members sever' });
	});

	it('leaves as the transcript says', async () => {
		const transcript = [{ server_text: 'half a line' }, { server_exit: { code: 3, stderr: 'x' } }];
		expect(await play(transcript)).toEqual({ code: 3, verdict: 'ok', answered: 'half a line' });
	});
});
