import type { Clock } from '@myelin/core';
import type { OwnEvent } from './events.ts';
import type { HookScope, SessionHooks, SessionStep } from './hooks.ts';
import { askBefore } from './session-step.ts';

/** What the life of a session needs of it. */
export interface SessionLifePorts {
	readonly hooks: SessionHooks;
	readonly clock: Clock;
	/** Where whoever interferes is called; `signal` ends the call. */
	scope(signal: AbortSignal): HookScope;
}

/** The life of a session as whoever interferes hears of it beside its runs: it begins, asks before what it does to itself, and ends. */
export class SessionLife {
	readonly #ports: SessionLifePorts;
	/** What was said before there was anybody to hear it; nothing once there has been. */
	#unheard: OwnEvent[] | undefined = [];
	/** Aborts when the session has ended. */
	readonly #over = new AbortController();

	constructor(ports: SessionLifePorts) {
		this.#ports = ports;
	}

	/** Whoever interferes is told; what they say is said once there is somebody to hear it. */
	begin(): void {
		const { hooks, scope } = this.#ports;
		const open = scope(this.#over.signal);
		const report = (event: OwnEvent) => {
			if (this.#unheard === undefined) open.report(event);
			else this.#unheard.push(event);
		};
		void hooks.lifecycle('session_start', { ...open, report });
	}

	/** Somebody hears the session, or it runs all the same: what was said at its beginning comes before all that follows. */
	heard(): void {
		const unheard = this.#unheard ?? [];
		this.#unheard = undefined;
		const { report } = this.#ports.scope(this.#over.signal);
		for (const event of unheard) report(event);
	}

	/** Asks everybody who guards the session. Rejects with `DENIED`. */
	ask(step: SessionStep): Promise<void> {
		const { hooks, scope } = this.#ports;
		return askBefore(step, hooks, scope(this.#over.signal));
	}

	/** Whoever observes the end has as long as what runs has to stop. */
	async end(graceMs: number): Promise<void> {
		const { clock, hooks, scope } = this.#ports;
		const callOff = clock.after(graceMs, () => this.#over.abort());
		await hooks.lifecycle('session_shutdown', scope(this.#over.signal));
		callOff();
		this.#over.abort();
	}
}
