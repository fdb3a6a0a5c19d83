import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.ts';
import { untilAborted } from './errors.ts';
import { onAbort } from './on-abort.ts';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const twenty = Array.from({ length: 20 }, (_, index) => index);

describe('who waits for a signal to abort', () => {
	it('is called once, in the order of waiting, and has the one listener with all others', () => {
		const controller = new AbortController();
		const called: number[] = [];
		for (const index of twenty) onAbort(controller.signal, () => called.push(index));
		expect(listeners(controller.signal)).toBe(1);
		controller.abort();
		expect(called).toEqual(twenty);
		expect(listeners(controller.signal)).toBe(0);
	});

	it('is not called when it no longer waits, though the same function waits a second time', () => {
		const controller = new AbortController();
		let calls = 0;
		const count = () => {
			calls += 1;
		};
		const ignore = onAbort(controller.signal, count);
		onAbort(controller.signal, count);
		ignore();
		ignore();
		controller.abort();
		expect(calls).toBe(1);
	});

	it('is not called when one before it, in the same abort, makes it stop waiting', () => {
		const controller = new AbortController();
		const called: string[] = [];
		let ignoreSecond = () => {};
		onAbort(controller.signal, () => {
			called.push('first');
			ignoreSecond();
		});
		ignoreSecond = onAbort(controller.signal, () => called.push('second'));
		controller.abort();
		expect(called).toEqual(['first']);
	});

	it('leaves no listener, and may wait again', () => {
		const controller = new AbortController();
		let calls = 0;
		const all = twenty.map(() => onAbort(controller.signal, () => {}));
		for (const ignore of all) ignore();
		expect(listeners(controller.signal)).toBe(0);
		onAbort(controller.signal, () => {
			calls += 1;
		});
		controller.abort();
		expect(calls).toBe(1);
	});
});

describe('one signal for a fleet of calls, of several connections', () => {
	function open() {
		const sent: { readonly id?: number; readonly method: string }[] = [];
		const connection = createConnection((line) => sent.push(JSON.parse(line)), {
			request: () => null,
			notification() {},
			ended() {},
		});
		return { connection, sent };
	}

	it('has one listener while they wait, and none once all are answered', async () => {
		const { signal } = new AbortController();
		const [one, other] = [open(), open()];
		const calls = [one, other].flatMap(({ connection }) =>
			twenty.map(() => connection.request('a', {}, { signal, accept: () => 'done' })),
		);
		expect(listeners(signal)).toBe(1);
		for (const { connection, sent } of [one, other]) {
			for (const { id } of sent) connection.receive(Buffer.from(`${JSON.stringify({ id, result: {} })}\n`));
		}
		expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']));
		expect(listeners(signal)).toBe(0);
	});

	it('cancels each of them when it is aborted, and has none then', async () => {
		const controller = new AbortController();
		const { connection, sent } = open();
		const calls = twenty.map(() => connection.request('a', {}, { signal: controller.signal }));
		controller.abort();
		for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(sent.filter(({ method }) => method === '$/cancelRequest')).toHaveLength(20);
		expect(listeners(controller.signal)).toBe(0);
	});

	it('has one listener for all that wait for something without a signal of its own', async () => {
		const controller = new AbortController();
		const over = untilAborted('a', Promise.resolve('over'), controller.signal);
		const waits = twenty.map(() => untilAborted('a', new Promise(() => {}), controller.signal));
		expect(listeners(controller.signal)).toBe(1);
		expect(await over).toBe('over');
		controller.abort(new Error('enough'));
		for (const wait of waits)
			await expect(wait).rejects.toMatchObject({ code: 'CANCELLED', cause: new Error('enough') });
		await expect(untilAborted('a', Promise.resolve('late'), controller.signal)).rejects.toMatchObject({
			code: 'CANCELLED',
		});
		expect(listeners(controller.signal)).toBe(0);
	});
});
