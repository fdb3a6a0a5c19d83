import type { PluginHost } from '@myelin/plugins/host';
import type { Session } from '@myelin/session';
import type { Connection } from './connection.ts';
import type { ClientHello } from './handover.ts';
import { createRemotePlugin, type RemotePlugin } from './remote-plugin.ts';
import type { Sessions } from './sessions.ts';
import { type Subscription, subscribe } from './subscription.ts';
import type { WireOptions } from './wire-events.ts';

/** Everything a handler works with. */
export interface ServerParts {
	readonly host: PluginHost;
	readonly sessions: Sessions;
	/** The working folder of sessions that name none: an absolute path. */
	readonly cwd: string;
	readonly systemPrompt: string;
	/** Ends all sessions; `session/create` is refused from then on. */
	shutDown(): Promise<void>;
}

/** One initialized client: its subscriptions and what it interferes with. */
export interface Client {
	readonly parts: ServerParts;
	readonly hello: ClientHello;
	readonly plugin: RemotePlugin;
	/** Subscribes the client; a second subscription to a session replaces the first. */
	attach(session: Session, options: WireOptions): void;
	detach(sessionId: string): void;
	/** The sessions that this client made or is subscribed to. */
	holds(sessionId: string): boolean;
	/** The client is gone. */
	leave(reason: string): void;
}

/** A client that has said hello. */
export function createClient(parts: ServerParts, connection: Connection, hello: ClientHello): Client {
	const subscriptions = new Map<string, Subscription>();
	const holds = (sessionId: string) => subscriptions.has(sessionId);
	const knows = (sessionId: string, messageId: string) => subscriptions.get(sessionId)?.knows(messageId) ?? false;
	const plugin = createRemotePlugin(parts.host, connection, hello.clientInfo.name, { holds, knows });
	const detach = (sessionId: string) => {
		subscriptions.get(sessionId)?.end();
		subscriptions.delete(sessionId);
	};
	return {
		parts,
		hello,
		plugin,
		attach(session, options) {
			detach(session.id);
			subscriptions.set(session.id, subscribe(session, connection, options));
		},
		detach,
		holds,
		leave(reason) {
			plugin.lose(reason);
			// They stay known: the client's gates are shut in the sessions that it had.
			for (const subscription of subscriptions.values()) subscription.end();
		},
	};
}
