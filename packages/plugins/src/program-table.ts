import type { RunningProgram } from './isolation.ts';

/** The programs that are kept running, by the plugin's name. */
export interface ProgramTable {
	has(name: string): boolean;
	/** Notes a program and resolves when it is ready; rejects as its `ready` does. */
	add(name: string, program: RunningProgram): Promise<void>;
	/** Ends the program of this name, if there is one. */
	stop(name: string): Promise<void>;
	stopAll(): Promise<void>;
}

/** No programs. */
export function createProgramTable(): ProgramTable {
	const programs = new Map<string, RunningProgram>();
	const stop = async (name: string) => {
		const program = programs.get(name);
		programs.delete(name);
		await program?.stop();
	};
	return {
		has: (name) => programs.has(name),
		add(name, program) {
			programs.set(name, program);
			return program.ready;
		},
		stop,
		async stopAll() {
			await Promise.all([...programs.keys()].map(stop));
		},
	};
}
