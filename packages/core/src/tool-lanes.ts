import type { Concurrency } from './tools.ts';

interface Waiting {
	readonly concurrency: Concurrency;
	go(): void;
}

/** Lets calls run in the order in which they came: several parallel ones at once, an exclusive one alone. */
export interface ToolLanes {
	/** Resolves when the call may run. */
	enter(concurrency: Concurrency): Promise<void>;
	/** Leaves a parallel lane for the exclusive one, before all that wait. */
	upgrade(): Promise<void>;
	leave(): void;
}

/** Whether a call may begin beside those that run; `alone`: an exclusive one runs. */
export function mayBegin(running: number, alone: boolean, concurrency: Concurrency, max: number): boolean {
	return concurrency === 'exclusive' ? running === 0 : !alone && running < max;
}

/** Lanes for `max` parallel calls. */
export function createToolLanes(max: number): ToolLanes {
	const waiting: Waiting[] = [];
	let running = 0;
	let alone = false;

	const admit = () => {
		for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
			if (!mayBegin(running, alone, next.concurrency, max)) return;
			waiting.shift();
			running++;
			alone = next.concurrency === 'exclusive';
			next.go();
		}
	};
	const leave = () => {
		running--;
		alone = false;
		admit();
	};

	return {
		enter: (concurrency) =>
			new Promise((go) => {
				waiting.push({ concurrency, go });
				admit();
			}),
		upgrade: () =>
			new Promise((go) => {
				waiting.unshift({ concurrency: 'exclusive', go });
				leave();
			}),
		leave,
	};
}
