import { GroupWatch } from './group-watch.ts';

/** Whether a program can be started as the leader of a group: one signal reaches all of it. */
export const hasGroups = process.platform !== 'win32';

const live = new Set<number>();
const watch = new GroupWatch();

/** Counts a process group as ours: it is killed when this process exits, or is killed itself. */
export function trackGroup(pid: number): void {
	if (live.size === 0) process.on('exit', killAll);
	live.add(pid);
	watch.add(pid);
}

/** Sends a signal to every process of a group; one that is gone is no error. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
	try {
		process.kill(hasGroups ? -pid : pid, signal);
	} catch {
		// ESRCH: nobody is left in the group.
	}
}

/** Forgets a group that has ended. */
export function untrackGroup(pid: number): void {
	live.delete(pid);
	watch.remove(pid);
	if (live.size === 0) process.off('exit', killAll);
}

function killAll(): void {
	for (const pid of live) signalGroup(pid, 'SIGKILL');
}
