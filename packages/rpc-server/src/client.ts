import type { Logger } from '@myelin/plugins';
import type { JoinOptions, PluginHandle, PluginHost, Voice } from '@myelin/plugins/host';
import type { Session, UiRequest } from '@myelin/session';
import { clientName } from './client-name.ts';
import type { Connection } from './connection.ts';
import type { ClientHello } from './handover.ts';
import { createRemotePlugin, type RemotePlugin } from './remote-plugin.ts';
import type { SessionDefaults } from './session-defaults.ts';
import type { Sessions } from './sessions.ts';
import type { SettingsFile } from './settings-file.ts';
import { type Subscription, type SubscriptionOptions, type SubscriptionPorts, subscribe } from './subscription.ts';

/** What `ui/ask` says: a question to the person before a client. */
export interface UiAsk extends Omit<UiRequest, 'type'> {
	readonly sessionId: string;
}

/** Everything a handler works with. */
export interface ServerParts {
	readonly host: PluginHost;
	readonly sessions: Sessions;
	/** The working folder of sessions that name none: an absolute path. */
	readonly cwd: string;
	readonly systemPrompt: string;
	/** What sessions get that do not ask for it themselves. */
	sessionDefaults(): SessionDefaults;
	/** The settings of whoever runs the server; there are none to change if it is absent. */
	readonly settings?: SettingsFile;
	readonly subscriptions: SubscriptionPorts;
	/** Those that have said hello and are connected. */
	readonly clients: Set<Client>;
	/** Hears of every session that a client hears from now on, also anew. */
	joined(client: Client, sessionId: string): void;
	/** Hears what is no answer and no event. */
	readonly log: Logger;
	/** Ends all sessions; `session/create` is refused from then on. */
	shutDown(): Promise<void>;
}

/** How a client becomes a plugin. */
export interface PluginSeat {
	/** Makes room for it where it interferes. */
	join(where: JoinOptions): PluginHandle;
	/** Whether what it registers for no session in particular is for all there are, instead of those it holds. */
	readonly everywhere: boolean;
}

/** One initialized client: its subscriptions and what it interferes with. */
export interface Client {
	readonly parts: ServerParts;
	readonly hello: ClientHello;
	readonly plugin: RemotePlugin;
	/** Bounds one message to it, in bytes. */
	readonly maxFrameBytes: number;
	/** Subscribes the client, unless it is gone; a second subscription to a session replaces the first. */
	attach(session: Session, options: SubscriptionOptions): void;
	/** Ends the subscription, and takes back what the client registered for that session. */
	detach(sessionId: string): void;
	/** The client has taken all events of a session up to `seq`. */
	ack(sessionId: string, seq: number): void;
	/** Resolves when everything that a session said so far has been handed to the connection. */
	passed(sessionId: string): Promise<void>;
	/** The sessions that this client made or is subscribed to. */
	holds(sessionId: string): boolean;
	/** What it is called. */
	readonly name: string;
	/** Whether it said that it can ask a person. */
	readonly canAsk: boolean;
	/** Speaks in its name to the person before a session; its questions end with the signal, with the session, and when it is gone. */
	voice(session: Session, signal: AbortSignal): Voice;
	/** Whether it hears a session now. */
	isAttached(sessionId: string): boolean;
	/** Asks its person, as long as it hears the session. Rejects as `Connection.request` does, and when the client leaves the session. */
	ask(question: UiAsk, signal: AbortSignal): Promise<unknown>;
	/** Whether what it was told so far has left this process; false when its connection was lost before, or it was gone already. */
	reached(): Promise<boolean>;
	/** Whether its connection is known to have ended: what it sent before that may still be on its way to its handlers. */
	readonly isLeaving: boolean;
	/** Its connection ended: its guards are shut gates from now on, and it is asked nothing more. Once is enough. */
	lose(reason: string): void;
	/** It is told nothing more. */
	leave(): void;
}

/** A client that has said hello. */
export function createClient(
	parts: ServerParts,
	connection: Connection,
	hello: ClientHello,
	seat: PluginSeat = clientSeat(parts.host, hello.clientInfo.name),
): Client {
	const subscriptions = new Map<string, Subscription>();
	/** The sessions that the client has not left, also those that were closed meanwhile: its guards stand when they are opened again. */
	const stands = new Set<string>();
	/** Those that were ended, by a detach or with their session, while something of theirs has yet to go out. */
	const leaving = new Map<string, Subscription>();
	/** Aborts when the client leaves the session. */
	const stays = new Map<string, AbortController>();
	const holds = (sessionId: string) => seat.everywhere || stands.has(sessionId);
	const held = () => [...stands];
	const knows = (sessionId: string, messageId: string) => {
		connection.gather();
		return subscriptions.get(sessionId)?.knows(messageId) ?? false;
	};
	const letGo = (sessionId: string, subscription = subscriptions.get(sessionId)) => {
		if (subscription === undefined || subscriptions.get(sessionId) !== subscription) return;
		subscriptions.delete(sessionId);
		leaving.set(sessionId, subscription);
		subscription.end();
		void subscription.passed().then(() => {
			if (leaving.get(sessionId) === subscription) leaving.delete(sessionId);
		});
	};
	const plugin = createRemotePlugin(seat.join, connection, { holds, held, knows });
	let hasLeft = false;
	const gone = new AbortController();
	const client: Client = {
		parts,
		hello,
		plugin,
		attach(session, options) {
			if (hasLeft) return;
			for (const held of [subscriptions, leaving]) held.get(session.id)?.replaced();
			if (!stays.has(session.id)) stays.set(session.id, new AbortController());
			const closing = parts.sessions.endOf(session);
			const ending = { closing, onEnd: () => letGo(session.id, subscription) };
			const subscription = subscribe(session, connection, options, parts.subscriptions, ending, plugin);
			subscriptions.set(session.id, subscription);
			stands.add(session.id);
			plugin.comeTo(session.id);
			parts.joined(client, session.id);
		},
		ack: (sessionId, seq) => subscriptions.get(sessionId)?.ack(seq),
		async passed(sessionId) {
			// A subscription that replaced another meanwhile has its own events to hand over.
			for (let passed: Subscription | undefined; ; ) {
				const subscription = subscriptions.get(sessionId) ?? leaving.get(sessionId);
				if (subscription === passed) return;
				passed = subscription;
				await subscription?.passed();
			}
		},
		detach(sessionId) {
			letGo(sessionId);
			stands.delete(sessionId);
			stays.get(sessionId)?.abort(new Error(`the client has left session ${sessionId}`));
			stays.delete(sessionId);
			plugin.leaveSession(sessionId);
		},
		holds,
		get name() {
			return clientName(parts.host, hello.clientInfo.name);
		},
		maxFrameBytes: connection.maxFrameBytes,
		canAsk: hello.capabilities.ui === true,
		voice(session, signal) {
			const until = AbortSignal.any([signal, gone.signal, parts.sessions.endOf(session)]);
			return plugin.voice({ sessionId: session.id, cwd: session.cwd, signal: until });
		},
		isAttached: (sessionId) => subscriptions.has(sessionId),
		ask(question, signal) {
			const stay = stays.get(question.sessionId)?.signal;
			return connection.request('ui/ask', question, stay === undefined ? signal : AbortSignal.any([signal, stay]));
		},
		reached: async () => !hasLeft && connection.delivered(),
		get isLeaving() {
			return connection.isEnding;
		},
		lose(reason) {
			parts.clients.delete(client);
			plugin.lose(reason);
			gone.abort(new Error(reason));
		},
		leave() {
			hasLeft = true;
			// They stay known: the client's gates are shut in the sessions that it had.
			for (const subscription of subscriptions.values()) subscription.end();
		},
	};
	parts.clients.add(client);
	return client;
}

function clientSeat(host: PluginHost, name: string): PluginSeat {
	return { join: (where) => host.join(clientName(host, name), 'client', where), everywhere: false };
}
