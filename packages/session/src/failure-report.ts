import { errorInfo } from '@myelin/core';
import type { OwnEvent } from './events.ts';

/** Where failures of subscribers are told while no run is live. */
export interface FailurePorts {
	say(event: OwnEvent): void | Promise<void>;
	/** Hears what cannot be told as an event. */
	onDiagnostic(text: string): void;
}

/** Tells failures as `session_error`; a failure on that goes to the diagnostics only, or it would never end. */
export class FailureReport {
	readonly #ports: FailurePorts;
	#isTelling = false;

	constructor(ports: FailurePorts) {
		this.#ports = ports;
	}

	tell(error: unknown): void {
		if (this.#isTelling) this.#ports.onDiagnostic(`a subscriber failed on session_error: ${errorInfo(error).message}`);
		else void this.#say(error);
	}

	async #say(error: unknown): Promise<void> {
		this.#isTelling = true;
		await this.#ports.say({ type: 'session_error', error: errorInfo(error) });
		this.#isTelling = false;
	}
}
