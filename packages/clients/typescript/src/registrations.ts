import type { Requests } from './connection.ts';
import { hasCode } from './errors.ts';

/** Undoes a registration, and resolves once the server has undone it; calling it again does nothing more. */
export interface Unregister {
	(): Promise<void>;
	/** Resolves once it is in force; rejects with why it was refused. The next prompt waits for it, and throws the same. */
	readonly registered: Promise<void>;
}

/** The registrations of one scope: those in force, those on their way, and those that were refused and not yet taken back. */
export interface Registrations {
	/** Makes one by `send`. `undo` is called at most once. */
	add(send: (requests: Requests) => Promise<void>, undo: () => Promise<void>): Unregister;
	/**
	 * Makes all that were in force anew, on a new connection. Rejects only if that connection is lost; what is refused now stands as
	 * any refusal, but where the session was not open it is made when this is called again, once it is.
	 */
	again(requests: Requests): Promise<void>;
	/** Nothing when none is on its way or refused; else resolves when all are in force, and rejects with the first refusal. */
	settled(): Promise<unknown> | undefined;
	/** The server has taken all of them back. */
	forget(): void;
}

/** What registrations need of their connection. */
export interface RegistrationPorts {
	readonly requests: Requests;
	/** When the connection that was lost with this error is there again; nothing if it will not be, or the error is another. */
	recovered(error: unknown): Promise<void> | undefined;
}

interface Registration {
	readonly send: (requests: Requests) => Promise<void>;
	isInForce: boolean;
	/** It was in force, and the server has no such session (yet). */
	isAdrift: boolean;
	outcome: Promise<void>;
}

/** Registrations of a session, or of a whole connection. */
export function createRegistrations({ requests, recovered }: RegistrationPorts): Registrations {
	const all = new Set<Registration>();

	async function first({ send }: Registration): Promise<void> {
		for (;;) {
			try {
				return await send(requests);
			} catch (error) {
				const wait = recovered(error);
				if (wait === undefined) throw error;
				await wait;
			}
		}
	}

	/** A refusal stays: a guard that is not in force must not be overlooked. */
	function follow(one: Registration, outcome: Promise<void>): void {
		one.isInForce = false;
		one.isAdrift = false;
		one.outcome = outcome.then(() => {
			one.isInForce = true;
		});
		one.outcome.catch(() => {});
	}

	return {
		add(send, undo) {
			const one: Registration = { send, isInForce: false, isAdrift: false, outcome: Promise.resolve() };
			all.add(one);
			follow(one, first(one));
			let undone: Promise<void> | undefined;
			const unregister = async () => {
				all.delete(one);
				undone ??= undo();
				await undone;
			};
			return Object.assign(unregister, { registered: one.outcome });
		},
		async again(via) {
			const inForce = [...all].filter((one) => one.isInForce || one.isAdrift);
			for (const one of inForce) follow(one, one.send(via));
			const outcomes = await Promise.allSettled(inForce.map(({ outcome }) => outcome));
			for (const [at, one] of inForce.entries()) one.isAdrift = isNotOpen(outcomes[at]);
			const lost = outcomes.find((one) => one.status === 'rejected' && recovered(one.reason) !== undefined);
			if (lost?.status !== 'rejected') return;
			// They were in force and will be made anew on the next connection.
			for (const one of inForce) follow(one, Promise.resolve());
			throw lost.reason;
		},
		settled() {
			const open = [...all].filter(({ isInForce }) => !isInForce);
			return open.length === 0 ? undefined : Promise.all(open.map(({ outcome }) => outcome));
		},
		forget: () => all.clear(),
	};
}

function isNotOpen(outcome: PromiseSettledResult<void> | undefined): boolean {
	return outcome?.status === 'rejected' && hasCode(outcome.reason, 'SESSION_NOT_FOUND');
}
