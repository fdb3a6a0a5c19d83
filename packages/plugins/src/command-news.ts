import type { CommandInfo } from './command-registry.ts';
import type { Reports } from './reports.ts';

/** Tells each open session what may be asked for there by name, whenever that has changed. */
export interface CommandNews {
	/** A session begins: what there is now is no news to it. */
	open(sessionId: string): void;
	/** Something may have changed, in whatever sessions. What changes in one go is told once. */
	look(): void;
}

/** News through `reports` of what `list` gives for a session. */
export function createCommandNews(reports: Reports, list: (sessionId: string) => readonly CommandInfo[]): CommandNews {
	const known = new Map<string, readonly CommandInfo[]>();
	let isDue = false;
	const tell = () => {
		isDue = false;
		const open = reports.sessions();
		for (const sessionId of known.keys()) if (!open.has(sessionId)) known.delete(sessionId);
		for (const sessionId of open) {
			const commands = list(sessionId);
			if (isSame(commands, known.get(sessionId) ?? [])) continue;
			known.set(sessionId, commands);
			reports.say(sessionId, { type: 'commands_changed', commands: commands.map(({ name }) => name) });
		}
	};
	return {
		open: (sessionId) => void known.set(sessionId, list(sessionId)),
		look() {
			if (isDue) return;
			isDue = true;
			queueMicrotask(tell);
		},
	};
}

/** A command that was registered anew is another, whatever it is called. */
function isSame(some: readonly CommandInfo[], others: readonly CommandInfo[]): boolean {
	return some.length === others.length && some.every((command, place) => command === others[place]);
}
