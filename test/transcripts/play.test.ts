import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
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
	child.stdin.end(said.map(lineOf).join(''));
	const code = await new Promise((resolve) => child.once('close', resolve));
	return { code, verdict: readFileSync(verdict, 'utf8').replace(`${file}:`, ''), answered };
}

/** A text is sent as it is. */
function lineOf(said: unknown): string {
	return typeof said === 'string' ? said : `${JSON.stringify({ jsonrpc: '2.0', ...(said as object) })}\n`;
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

	it('lets a client acknowledge when it likes, but not what was not sent, and holds it to an acked line', async () => {
		const ack = (seq: number) => ({ method: 'session/ack', params: { sessionId: 's1', seq } });
		const event = { server: { method: 'session/event', params: { sessionId: 's1', seq: 4, event: { type: 'x' } } } };
		const asked = { client: { id: '$id:b', method: 'more' } };
		const acked = { acked: { sessionId: 's1', seq: 4 } };
		const hi = { id: 5, method: 'hello' };
		const more = { id: 6, method: 'more' };
		expect(await play([event, hello, acked, asked], hi, ack(3), ack(4), more)).toMatchObject({ verdict: 'ok' });
		expect(await play([event, hello, asked], hi, ack(4), more)).toMatchObject({ verdict: 'ok' });
		expect((await play([event, hello, acked], hi, ack(3))).verdict).toContain('acknowledged up to 4, found 3');
		expect((await play([event, hello], ack(5), hi)).verdict).toContain('the client sent {"method":"session/ack"');
		expect((await play([event, hello], ack(4), ack(3), hi)).verdict).toContain(
			'the client sent {"method":"session/ack"',
		);
	});

	it('compares the size of a window only where the transcript says one', async () => {
		const said = { id: 5, method: 'hello', params: { windowBytes: 7 } };
		const sized = (windowBytes: number) => ({ client: { ...hello.client, params: { windowBytes } } });
		expect(await play([hello], said)).toMatchObject({ verdict: 'ok' });
		expect(await play([sized(7)], said)).toMatchObject({ verdict: 'ok' });
		expect((await play([sized(8)], said)).verdict).toContain('1: /params/windowBytes: expected 8, found 7');
	});

	it.each([
		['an id that is null', { id: null, method: 'hello' }, 'whose id is neither a text nor a whole number'],
		['an acknowledgement of nothing', { method: 'session/ack', params: { sessionId: 's1' } }, 'session/ack'],
		[
			'one that asks for an answer',
			{ id: 1, method: 'session/ack', params: { sessionId: 's1', seq: 0 } },
			'session/ack',
		],
		['a window that is none', { id: 5, method: 'hello', params: { windowBytes: 'no' } }, 'windowBytes is "no"'],
		['a place that is none', { id: 5, method: 'hello', params: { seenSeq: -1 } }, 'seenSeq is -1'],
	])('is not content with %s', async (_, said, why) => {
		expect((await play([hello], said, { id: 5, method: 'hello' })).verdict).toContain(why);
	});

	it('is not content with half a line at the end', async () => {
		const said = { id: 5, method: 'hello' };
		expect(await play([hello, { eof: 'client' }], said)).toMatchObject({ verdict: 'ok' });
		expect((await play([hello, { eof: 'client' }], said, '{"half')).verdict).toContain(
			'expected the end of input, found {"half',
		);
	});

	it('takes one client of a socket after the other', async () => {
		const file = join(folder, 'case.jsonl');
		const path = join(folder, 'socket');
		const verdict = join(folder, 'verdict');
		const lines = [
			hello,
			{ server: { method: 'cut' } },
			{ disconnect: true },
			{ client: { id: '$id:b', method: 'again' } },
		];
		writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
		const child = spawn(process.execPath, [player, file, '--verdict', verdict, '--socket', path]);
		await once(child.stdout, 'data');
		const first = connect(path).on('error', () => {});
		first.write('{"jsonrpc":"2.0","id":1,"method":"hello"}\n');
		const [cut] = await once(first, 'data');
		expect(String(cut)).toBe('{"jsonrpc":"2.0","method":"cut"}\n');
		connect(path).end('{"jsonrpc":"2.0","id":1,"method":"again"}\n');
		await once(child, 'close');
		expect(readFileSync(verdict, 'utf8')).toBe('ok');
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
