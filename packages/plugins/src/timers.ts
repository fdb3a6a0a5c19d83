import { type Clock, isThenable, kindOf } from '@myelin/core';
import { HostError } from './errors.ts';
import { afterCall, quarantineAfter } from './health.ts';

/** What timers of a plugin need. */
export interface TimerPorts {
	readonly clock: Clock;
	/** Hears what an action threw. */
	failed(thrown: unknown): void;
	/** Hears of a timer that was stopped because its action failed again and again. */
	gaveUp(why: string): void;
}

/** What a timer calls. */
export type Action = () => unknown;

/**
 * Calls an action once, later; returns what calls it off. Throws `HostError`, `INVALID_REGISTRATION`, when the milliseconds are no finite
 * number from 0 on, or the action is no function.
 */
export function callAfter(ms: number, action: Action, ports: TimerPorts): () => void {
	assertTimer(ms, 0, action);
	return ports.clock.after(ms, () => void perform(action, ports));
}

/**
 * Calls an action again and again, each time so long after it was done, until it has failed five times in a row; returns what calls it off.
 * Throws as `callAfter` does; the least is 1 ms.
 */
export function callEvery(ms: number, action: Action, ports: TimerPorts): () => void {
	assertTimer(ms, 1, action);
	let isOver = false;
	let callOff = () => {};
	let failuresInRow = 0;
	const next = () => {
		if (!isOver)
			callOff = ports.clock.after(ms, () => {
				const went = perform(action, ports);
				if (typeof went === 'boolean') judge(went);
				else void went.then(judge);
			});
	};
	const judge = (wentWell: boolean) => {
		const health = afterCall(failuresInRow, !wentWell);
		failuresInRow = health.failuresInRow;
		if (!health.quarantine) return next();
		isOver = true;
		ports.gaveUp(`a timer failed ${quarantineAfter} times in a row and was stopped`);
	};
	next();
	return () => {
		isOver = true;
		callOff();
	};
}

/** Never throws and never rejects; whether it went well. */
function perform(action: Action, { failed }: TimerPorts): boolean | Promise<boolean> {
	const fail = (thrown: unknown) => {
		failed(thrown);
		return false;
	};
	try {
		const answer = action();
		return isThenable(answer) ? Promise.resolve(answer).then(() => true, fail) : true;
	} catch (thrown) {
		return fail(thrown);
	}
}

function assertTimer(ms: unknown, least: number, action: unknown): void {
	if (typeof ms !== 'number' || !(ms >= least) || ms === Number.POSITIVE_INFINITY) {
		throw refused(`its time is ${typeof ms === 'number' ? ms : kindOf(ms)}; give milliseconds, from ${least} on`);
	}
	if (typeof action !== 'function') throw refused(`its action is ${kindOf(action)}, not a function`);
}

function refused(fault: string): HostError {
	return new HostError('INVALID_REGISTRATION', `a timer cannot be set: ${fault}`);
}
