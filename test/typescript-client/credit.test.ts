import { Myelin } from '@myelin/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectNoLeaks } from './leaks.ts';
import { untilType } from './open-client.ts';
import { talkingServer, words } from './talking-server.ts';

expectNoLeaks();

async function talking() {
	const server = talkingServer();
	const myelin = await Myelin.spawn({ ...server, clientInfo: { name: 'driver' } });
	onTestFinished(() => myelin.close());
	return { ...server, myelin };
}

/** How much of an answer the model has said, once it says no more. Nobody tells that nothing happens: it is looked for, and only how long that takes is up to the clock. */
async function standstill(read: () => Promise<number>): Promise<number> {
	for (let before = -1; ; ) {
		const now = await read();
		if (now === before && now > 0) return now;
		before = now;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

describe('a loop that does not go on', () => {
	it('holds the model up, so that memory stays bounded; guards answer meanwhile, and nothing is lost after it', async () => {
		const { myelin, folder, acted } = await talking();
		const session = await myelin.createSession({ cwd: folder });
		const run = session.prompt('say 200000');
		const events = run[Symbol.asyncIterator]();
		let text = (await untilType(events, 'message_update')).delta;

		const said = async () => {
			const [block] = (await session.state()).streamingMessage?.content ?? [];
			return block?.type === 'text' ? block.text.length : 0;
		};
		const whole = words(200_000);
		expect(await standstill(said)).toBeLessThan(whole.length / 2);

		const other = await myelin.createSession({ cwd: folder });
		other.onToolCall(() => ({ block: true, reason: 'busy' }));
		expect((await other.prompt('act 1').result).summary).toMatchObject({ toolCalls: 1, toolErrors: 1 });
		expect(acted()).toBe(0);

		for (let next = await events.next(); next.done !== true; next = await events.next()) {
			if (next.value.type === 'message_update') text += next.value.delta;
		}
		expect(text === whole).toBe(true);
		expect((await run.result).summary?.endReason).toBe('stop');
	});

	it('is not waited for once it is left: the summary comes', async () => {
		const { myelin, folder } = await talking();
		const session = await myelin.createSession({ cwd: folder, windowBytes: 1000 });
		const run = session.prompt('say 3000');
		for await (const { type } of run) if (type === 'message_update') break;
		expect((await run.result).summary?.endReason).toBe('stop');
	});
});

it('a prompt of which only the summary is awaited needs no loop, however small the window', async () => {
	const { myelin, folder } = await talking();
	const session = await myelin.createSession({ cwd: folder, windowBytes: 1 });
	expect((await session.prompt('say 2000').result).summary?.endReason).toBe('stop');
});

it('a loop beside a prompt that nobody looks at goes on to the end, one event at a time', async () => {
	const { myelin, folder } = await talking();
	const session = await myelin.createSession({ cwd: folder, acknowledge: true });
	const stream = session.events();
	const { result } = session.prompt('say 500');
	let text = '';
	for await (const event of stream) {
		if (event.type === 'message_update') text += event.delta;
		if (event.type === 'agent_end') break;
	}
	expect(text).toBe(words(500));
	expect((await result).summary?.endReason).toBe('stop');
});

it.each([
	[{ windowBytes: 1000 }, false],
	[{ windowBytes: 1000, whenFull: 'gap' }, true],
] as const)(
	'the maker of a session that attaches with %j is waited for unless it wishes for gaps: %s',
	async (wishes, hasGaps) => {
		const { myelin, folder } = await talking();
		const session = await myelin.createSession({ cwd: folder });
		await session.attach(wishes);
		const run = session.prompt('say 3000');
		let gaps = 0;
		let slow = 20;
		let text = '';
		for await (const event of run) {
			if (event.type === 'gap') gaps += 1;
			if (event.type === 'message_update') text += event.delta;
			// Slower than the model, which says ten words a turn of its event loop.
			if (event.type === 'message_update' && slow-- > 0) await session.state();
		}
		expect(gaps > 0).toBe(hasGaps);
		expect(text === words(3000)).toBe(!hasGaps);
	},
);

it('a client that is closed while its guard thinks lets no tool run', async () => {
	const { myelin, folder, acted } = await talking();
	const session = await myelin.createSession({ cwd: folder });
	const asked = new Promise<void>((resolve) => {
		session.onToolCall(async () => {
			resolve();
			await new Promise(() => {});
		});
	});
	const { result } = session.prompt('act 1');
	result.catch(() => {});
	await asked;
	await myelin.close();
	await expect(result).rejects.toThrow(expect.objectContaining({ code: 'DISCONNECTED' }));
	expect(acted()).toBe(0);
});
