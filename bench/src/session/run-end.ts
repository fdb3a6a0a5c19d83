import { type AfterRun, jsonlStore, Session, type SessionPorts } from '@myelin/session';
import { median } from '../table.ts';
import { benchPorts } from './bench-ports.ts';

/** Milliseconds from the last delta of a run to its end, as a subscriber sees them, each in a session of its own. */
export async function runEnd(folder: string, name: string, more: Partial<SessionPorts>): Promise<number> {
	const times: number[] = [];
	for (let number = 0; number < 120; number++) {
		const options = { id: `${name}-${number}`, cwd: '/' };
		const session = await Session.create(jsonlStore(folder), options, { ...benchPorts(), ...more });
		let lastDelta = 0;
		session.subscribe(({ event }) => {
			if (event.type === 'message_update') lastDelta = performance.now();
			if (event.type === 'agent_end') times.push(performance.now() - lastDelta);
		});
		await session.prompt('go');
		await session.close(0);
	}
	return median(times);
}

/** A side request that is never answered. */
export const hangingRequest: readonly AfterRun[] = [
	{
		next: () => ({
			kind: 'work',
			what: 'waits for a model',
			work: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
		}),
	},
];
