import { type KeyOrigin, readKey } from './api-key.ts';
import type { Secrets } from './secrets.ts';

/** Gives an SDK's client, made when it is first asked for. */
export interface ClientSource<Client> {
	/** Rejects when the key cannot be had; the next call tries again. */
	get(): Promise<Client>;
	/** Makes the next call read the key anew, if it comes from a command: it may have run out. */
	forget(): void;
}

/** Makes the source of one client for all models of an endpoint. */
export function createClientSource<Client>(
	origin: KeyOrigin,
	secrets: Secrets,
	make: (key: string | undefined) => Promise<Client>,
): ClientSource<Client> {
	let client: Promise<Client> | undefined;
	const forget = () => {
		client = undefined;
	};
	return {
		get() {
			if (client !== undefined) return client;
			const made = readKey(origin, secrets).then(make);
			client = made;
			made.catch(() => {
				if (client === made) forget();
			});
			return made;
		},
		forget: origin.kind === 'command' ? forget : () => {},
	};
}
