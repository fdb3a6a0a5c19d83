import { expect, it } from 'vitest';
import { MyelinError } from './errors.ts';
import { createSession, type SessionParts } from './session.ts';
import { createSessionStream } from './session-stream.ts';

it('a prompt made while its connection is sought is not sent where the next one refuses a guard', async () => {
	const asked: string[] = [];
	const requests = {
		request: (method: string) => {
			asked.push(method);
			return new Promise<never>(() => {});
		},
		notify() {},
	};
	let restore: (() => void) | undefined;
	let sought: Promise<void> | undefined = new Promise((resolve) => {
		restore = resolve;
	});
	const refusal = new MyelinError('HOOK_REJECTED', 'the server refused "guard": too many hooks');
	let settled: Promise<unknown> | undefined;
	const attach = () => Promise.reject(new Error('unused'));
	const ports = { requests, attach, rejoin: attach, ack() {}, isPassing: () => false, onOver() {} };
	const parts: Partial<SessionParts> = {
		requests,
		stream: createSessionStream({ seq: 0, state: {} }, 1000, ports),
		scope: { settled: () => settled } as SessionParts['scope'],
		recovered: () => undefined,
		restoring: () => sought,
	};
	const { result } = createSession('s1', parts as SessionParts).prompt('hi');
	settled = Promise.reject(refusal);
	sought = undefined;
	restore?.();
	await expect(result).rejects.toBe(refusal);
	expect(asked).toEqual([]);
});
