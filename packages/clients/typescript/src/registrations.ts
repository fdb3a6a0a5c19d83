/** Undoes a registration, and resolves once the server has undone it; calling it again does nothing more. */
export interface Unregister {
	(): Promise<void>;
	/** Resolves once it is in force; rejects with why it was refused. The next prompt waits for it, and throws the same. */
	readonly registered: Promise<void>;
}

/** The registrations of one scope: those on their way, and those that were refused and not yet taken back. */
export interface Registrations {
	/** Notes one. `undo` is called at most once. */
	add(registered: Promise<void>, undo: () => Promise<void>): Unregister;
	/** Nothing when none is on its way or refused; else resolves when all are in force, and rejects with the first refusal. */
	settled(): Promise<unknown> | undefined;
}

/** Registrations of a session, or of a whole connection. */
export function createRegistrations(): Registrations {
	const open = new Set<Promise<void>>();
	return {
		add(registered, undo) {
			open.add(registered);
			const close = () => open.delete(registered);
			// A refusal stays: a guard that is not in force must not be overlooked.
			registered.then(close, () => {});
			let undone: Promise<void> | undefined;
			const unregister = async () => {
				close();
				undone ??= undo();
				await undone;
			};
			return Object.assign(unregister, { registered });
		},
		settled() {
			return open.size === 0 ? undefined : Promise.all(open);
		},
	};
}
