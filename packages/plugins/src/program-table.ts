import type { PluginProgram, Recheck, RunningProgram } from './isolation.ts';

/** The programs that are kept running, by the plugin's name. */
export interface ProgramTable {
	has(name: string): boolean;
	/** Starts a program and resolves when it is ready; rejects as its `ready` does. `recheck` is asked before it is started anew. */
	add(program: PluginProgram, start: () => RunningProgram, recheck?: Recheck): Promise<void>;
	/** The program of this name has said that all it has is registered. */
	markReady(name: string): void;
	/** Whether it is this very program that runs under its name, and it has been ready since it was added or started anew. */
	isReady(program: PluginProgram): boolean;
	/** Ends a program and starts it anew; resolves and rejects as `add` does, and rejects as its recheck does. */
	restart(name: string): Promise<void>;
	/** Ends the program of this name, if there is one. */
	stop(name: string): Promise<void>;
	stopAll(): Promise<void>;
}

interface Entry {
	readonly program: PluginProgram;
	readonly start: () => RunningProgram;
	readonly recheck: Recheck | undefined;
	readonly running: RunningProgram;
	isReady: boolean;
}

/** No programs. */
export function createProgramTable(): ProgramTable {
	const programs = new Map<string, Entry>();
	const stop = async (name: string) => {
		const entry = programs.get(name);
		programs.delete(name);
		await entry?.running.stop();
	};
	const add = (program: PluginProgram, start: () => RunningProgram, recheck?: Recheck) => {
		const running = start();
		programs.set(program.name, { program, start, recheck, running, isReady: false });
		return running.ready;
	};
	return {
		has: (name) => programs.has(name),
		add,
		markReady(name) {
			const entry = programs.get(name);
			if (entry !== undefined) entry.isReady = true;
		},
		isReady(program) {
			const entry = programs.get(program.name);
			return entry?.isReady === true && isSame(entry.program, program);
		},
		async restart(name) {
			const entry = programs.get(name);
			if (entry === undefined) return;
			entry.isReady = false;
			await entry.running.stop();
			await entry.recheck?.();
			await add(entry.program, entry.start, entry.recheck);
		},
		stop,
		async stopAll() {
			await Promise.all([...programs.keys()].map(stop));
		},
	};
}

/** One command may be another program in another folder. */
function isSame(one: PluginProgram, other: PluginProgram): boolean {
	return one.cwd === other.cwd && JSON.stringify(one.command) === JSON.stringify(other.command);
}
