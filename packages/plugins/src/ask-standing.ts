import { isInForce } from './heirs.ts';
import type { HookTable } from './hook-table.ts';
import { inTurn } from './in-turn.ts';
import type { HookEntry } from './plugin-record.ts';

/** What is done with each hook; true ends it all. */
export interface Asking {
	readonly sessionId: string;
	ask(entry: HookEntry): boolean | Promise<boolean>;
	/** Instead of `ask`, for those that come when the hooks of this point have changed too often to go on. */
	giveUp(entry: HookEntry): boolean;
}

/** How many times hooks that came meanwhile are asked too. */
const mostRounds = 10;

/**
 * Asks the hooks of a point, one after another. A hook may come back, be loaded anew or register while another is asked, so that it
 * is looked again at the end: nobody stands then who was not asked. A promise only when somebody was waited for.
 */
export function askStanding(table: HookTable, point: string, asking: Asking): void | Promise<void> {
	const asked: HookEntry[] = [];
	let rounds = 0;
	let isOver = false;
	const keep = (over: boolean) => {
		isOver = over;
		return over;
	};
	const step = (entry: HookEntry) => {
		if (!isInForce(entry, asking.sessionId)) return false;
		asked.push(entry);
		const over = rounds > mostRounds ? asking.giveUp(entry) : asking.ask(entry);
		return typeof over === 'boolean' ? keep(over) : over.then(keep);
	};
	const walk = (entries: readonly HookEntry[]): void | Promise<void> => {
		rounds++;
		const waiting = inTurn(entries, step);
		// A list never changes: whoever came is in another.
		if (waiting === undefined) return table.at(point) === entries ? undefined : lookAgain();
		return waiting.then(lookAgain);
	};
	const lookAgain = (): void | Promise<void> => {
		if (isOver) return;
		const unasked = table.at(point)?.filter((entry) => !asked.includes(entry) && isInForce(entry, asking.sessionId));
		if (unasked !== undefined && unasked.length > 0) return walk(unasked);
	};
	const standing = table.at(point);
	return standing === undefined ? undefined : walk(standing);
}
