import { readFileSync } from 'node:fs';

/** A process, told apart from every other one of this host, also from a later one with the same number. */
export interface Owner {
	readonly pid: number;
	/** Clock ticks since the boot, where the system tells. */
	readonly startTime?: string;
	readonly bootId?: string;
}

let self: Owner | undefined;

/** This process. */
export function thisProcess(): Owner {
	self ??= describe(process.pid);
	return self;
}

/** Whether a process still runs. One whose start cannot be read is taken for alive if its number is in use. */
export function isAlive({ pid, startTime, bootId }: Owner): boolean {
	if (bootId !== thisProcess().bootId) return false;
	if (startTime === undefined) return isInUse(pid);
	const stat = processStat(pid);
	return stat !== undefined && stat.startTime === startTime && stat.state !== 'Z' && stat.state !== 'X';
}

function describe(pid: number): Owner {
	const stat = processStat(pid);
	const bootId = read('/proc/sys/kernel/random/boot_id')?.trim();
	return {
		pid,
		...(stat === undefined ? {} : { startTime: stat.startTime }),
		...(bootId === undefined ? {} : { bootId }),
	};
}

/** The fields behind the command's name, which is in parentheses and may hold any character: see proc(5). */
function processStat(pid: number): { state: string; startTime: string } | undefined {
	const text = read(`/proc/${pid}/stat`);
	const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
	const [state, startTime] = [fields?.[0], fields?.[19]];
	return state === undefined || startTime === undefined ? undefined : { state, startTime };
}

function read(path: string): string | undefined {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return undefined;
	}
}

function isInUse(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
