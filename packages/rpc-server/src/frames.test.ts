import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { connect } from './testing/connected.ts';
import { startLoopback, type Wire } from './testing/loopback.ts';

/** The limit of the server in this process. */
const maxFrameBytes = 1 << 20;
const data = 'A'.repeat(3_000_000);
const image = { type: 'image', mimeType: 'image/png', data } as const;
const leftOut = { type: 'text', text: '[… an image of 3000000 characters left out …]' };

/** A session whose tool shows a picture that no message holds, run once. */
async function withPicture() {
	const model = scriptedModel([calling({ id: 'c1', name: 'shoot' }), saying('done')]);
	const shoot = {
		name: 'shoot',
		description: 'Shoots.',
		parameters: { type: 'object' },
		execute: () => ({ content: [image] }),
	};
	const { connect: join } = await startLoopback({ model, tools: [shoot] });
	const [driver, watcher] = [await join(), await join()];
	const { sessionId } = (await driver.ask('session/create')).result;
	await watcher.ask('session/attach', { sessionId, whenFull: 'wait' });
	return { driver, watcher, sessionId, join };
}

const sizes = (received: readonly Wire[]) => received.map((message) => Buffer.byteLength(JSON.stringify(message)));

it('an event that is larger than a message may be comes without its large parts, which its texts tell, to every client', async () => {
	verifies('R81');
	const { driver, watcher, sessionId } = await withPicture();
	const { result } = await driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	expect(result.summary.endReason).toBe('stop');
	await watcher.until(({ params }) => params?.event?.type === 'session_idle');
	for (const { events, received } of [driver, watcher]) {
		const told = events(sessionId);
		const ends = told.filter(({ event }) => event.type === 'tool_execution_end');
		expect(ends).toMatchObject([{ leftOut: true, event: { toolCallId: 'c1', result: { content: [leftOut] } } }]);
		expect(told.filter(({ leftOut: without }) => without !== undefined)).toHaveLength(1);
		expect(told.map(({ seq }) => seq)).toEqual(told.map((_, place) => (told[0]?.seq ?? 0) + place));
		expect(Math.max(...sizes(received))).toBeLessThanOrEqual(maxFrameBytes);
	}
});

it('a hook whose payload no message holds fails, and its client lives on', async () => {
	const { driver, sessionId } = await withPicture();
	await driver.ask('hooks/register', { sessionId, hooks: [{ hookId: 'h', point: 'tool_result' }] });
	await driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const [failed] = driver.events(sessionId).filter(({ event }) => event.type === 'plugin_error');
	expect(failed?.event.message).toMatch(
		/^The request "hook\/call" could not be sent: it has 3000\d\d\d bytes, and a message has at most 1048576$/,
	);
	expect((await driver.ask('server/status')).error).toBeUndefined();
});

it('an answer that is larger than a message may be is an error that says what to do', async () => {
	const { hear, say } = connect({ request: () => ({ text: 'é'.repeat(600) }) });
	say({ id: 1, method: 'm' });
	expect(await hear()).toEqual({
		jsonrpc: '2.0',
		id: 1,
		error: {
			code: -32000,
			message:
				'The answer cannot be sent: it has 1245 bytes, and a message has at most 1000; ask for less, or start the server with a larger --max-frame.',
			data: { code: 'FRAME_TOO_LARGE', maxFrameBytes: 1000 },
		},
	});
	say({ id: 2, method: 'm' });
	expect(await hear()).toMatchObject({ id: 2 });
});
