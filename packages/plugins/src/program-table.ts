import type { RunningProgram } from './isolation.ts';

/** The programs that are kept running, by the plugin's name. */
export interface ProgramTable {
	has(name: string): boolean;
	/** Starts a program and resolves when it is ready; rejects as its `ready` does. */
	add(name: string, start: () => RunningProgram): Promise<void>;
	/** Ends a program and starts it anew; resolves and rejects as `add` does. */
	restart(name: string): Promise<void>;
	/** Ends the program of this name, if there is one. */
	stop(name: string): Promise<void>;
	stopAll(): Promise<void>;
}

/** No programs. */
export function createProgramTable(): ProgramTable {
	const programs = new Map<string, { readonly start: () => RunningProgram; readonly running: RunningProgram }>();
	const stop = async (name: string) => {
		const program = programs.get(name);
		programs.delete(name);
		await program?.running.stop();
	};
	const add = (name: string, start: () => RunningProgram) => {
		const running = start();
		programs.set(name, { start, running });
		return running.ready;
	};
	return {
		has: (name) => programs.has(name),
		add,
		async restart(name) {
			const program = programs.get(name);
			if (program === undefined) return;
			await program.running.stop();
			await add(name, program.start);
		},
		stop,
		async stopAll() {
			await Promise.all([...programs.keys()].map(stop));
		},
	};
}
