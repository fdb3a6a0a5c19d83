import { type Clock, isThenable } from '@myelin/core';

/** What timers of a plugin need. */
export interface TimerPorts {
	readonly clock: Clock;
	/** Hears what an action threw. */
	failed(thrown: unknown): void;
}

/** What a timer calls. */
export type Action = () => unknown;

/** Calls an action once, later; returns what calls it off. */
export function callAfter(ms: number, action: Action, ports: TimerPorts): () => void {
	return ports.clock.after(ms, () => void perform(action, ports));
}

/** Calls an action again and again, each time so long after it was done; returns what calls it off. */
export function callEvery(ms: number, action: Action, ports: TimerPorts): () => void {
	let isOver = false;
	let callOff = () => {};
	const next = () => {
		if (isOver) return;
		callOff = ports.clock.after(ms, () => {
			const done = perform(action, ports);
			if (done === undefined) next();
			else void done.then(next);
		});
	};
	next();
	return () => {
		isOver = true;
		callOff();
	};
}

/** Never throws and never rejects. */
function perform(action: Action, { failed }: TimerPorts): Promise<void> | undefined {
	try {
		const answer = action();
		return isThenable(answer) ? Promise.resolve(answer).then(() => undefined, failed) : undefined;
	} catch (thrown) {
		failed(thrown);
		return undefined;
	}
}
