import type { Agent, Input, Message } from '@myelin/core';
import { SessionError } from './errors.ts';
import type { HookScope, InputRequest, SessionHooks } from './hooks.ts';

/** What reading needs of its session. */
export interface InputPorts {
	readonly sessionId: string;
	readonly hooks: SessionHooks;
	/** Makes messages of what is said. */
	agent(): Agent;
	scope(signal: AbortSignal): HookScope;
}

/** Lets whoever interferes change what a person says, before it is queued or run. */
export class InputReader {
	readonly #ports: InputPorts;
	readonly #open = new Set<{ readonly promptId: string | undefined; readonly over: AbortController }>();

	constructor(ports: InputPorts) {
		this.#ports = ports;
	}

	/** What is left of it, at once unless somebody takes time. Rejects with `CANCELLED`, and with `HOOK_FAILED` if a required hook failed. */
	read(input: Input, how: InputRequest['how'], promptId?: string): Input | Promise<Input> {
		const reading = { promptId, over: new AbortController() };
		const { hooks, agent, scope } = this.#ports;
		let made: readonly Message[] | undefined;
		const request: InputRequest = {
			how,
			get messages() {
				made ??= agent().messagesFrom(input);
				return made;
			},
		};
		const messages = hooks.input(request, scope(reading.over.signal));
		if (messages === undefined) return input;
		if (!(messages instanceof Promise)) return { messages };
		this.#open.add(reading);
		return this.#left(messages, reading.over.signal).finally(() => this.#open.delete(reading));
	}

	/** Calls off the reading of a prompt, or of all that is being read; says whether there was any. */
	cancel(promptId?: string): boolean {
		const meant = [...this.#open].filter((reading) => promptId === undefined || reading.promptId === promptId);
		for (const { over } of meant) over.abort();
		return meant.length > 0;
	}

	/** Whoever takes time may never be done: only an abort ends that wait. */
	async #left(messages: Promise<readonly Message[]>, signal: AbortSignal): Promise<Input> {
		const over = new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(this.#takenBack()), { once: true });
		});
		const left = await Promise.race([messages, over]);
		if (signal.aborted) throw this.#takenBack();
		return { messages: left };
	}

	#takenBack(): SessionError {
		const { sessionId } = this.#ports;
		return new SessionError('CANCELLED', `what was said to session ${sessionId} was taken back before it ran`);
	}
}
