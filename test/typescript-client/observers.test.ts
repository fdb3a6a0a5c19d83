import type { HookPoint, Session, SessionEvent } from '@myelin/client';
import { expect, it } from 'vitest';
import { collect, openClient } from './open-client.ts';

const points = [
	'agent_start',
	'turn_start',
	'message_start',
	'message_update',
	'message_end',
	'tool_execution_start',
	'tool_decision',
	'tool_execution_update',
	'tool_execution_end',
	'turn_end',
	'agent_end',
] as const satisfies readonly HookPoint[];

/** All that is observed at these points, in order. */
function observed(session: Session): object[] {
	const seen: object[] = [];
	for (const point of points) session.on(point, (event) => void seen.push(event));
	return seen;
}

/** Deltas as one text, which a loop may be given in fewer pieces; all else as JSON. */
function told(events: readonly object[]): { readonly text: string; readonly others: unknown } {
	const all = events as readonly SessionEvent[];
	const deltas = all.map((event) => (event.type === 'message_update' ? event.delta : ''));
	const known = new Set<string>(points);
	const others = all.filter(({ type }) => type !== 'message_update' && known.has(type));
	return { text: deltas.join(''), others: JSON.parse(JSON.stringify(others)) };
}

it('who looks on at the events of a run is given each as a loop over it is, with its messages and their ids', async () => {
	const { myelin, folder } = await openClient();
	const session = await myelin.createSession({ cwd: folder });
	session.onToolCall(() => undefined);
	const seen = observed(session);
	const events = await collect(session.prompt('bash command="echo one"'));
	expect(told(events).text).not.toBe('');
	expect(told(seen)).toEqual(told(events));
});

it("an update's delta, place and kind are observed, and reading its message says why it is not there", async () => {
	const { myelin, folder } = await openClient();
	const session = await myelin.createSession({ cwd: folder });
	const places: unknown[] = [];
	const whole: unknown[] = [];
	session.on(
		'message_update',
		({ delta, deltaKind, contentIndex }) => void places.push([typeof delta.at(0), deltaKind, contentIndex]),
	);
	session.on('message_update', (update) => {
		try {
			// @ts-expect-error an update that is observed has no message
			void update.message;
		} catch (error) {
			whole.push((error as Error).message);
		}
	});
	await session.prompt('who are you?').result;
	expect(places[0]).toEqual(['string', 'text', 0]);
	expect(whole[0]).toMatch(/^MessageUpdate.message was not sent/);
});
