import { type Clock, systemClock } from '@myelin/core';
import type { Logger } from '@myelin/plugins';
import type { Isolation, PluginHost } from '@myelin/plugins/host';
import type { MemorySettings, QuestionAsker, SessionStore } from '@myelin/session';
import { BriefRequests } from './brief-requests.ts';
import { type Client, createClient, type ServerParts } from './client.ts';
import type { Connection, Handler } from './connection.ts';
import { ServerError } from './errors.ts';
import { answer, notified } from './handlers/dispatch.ts';
import type { ClientHello } from './handover.ts';
import { greet } from './hello.ts';
import { createQuestions } from './questions.ts';
import type { SessionDefaults } from './session-defaults.ts';
import { createSessions } from './sessions.ts';
import type { SettingsFile } from './settings-file.ts';
import { createIsolation } from './spawned-plugin.ts';

/** What a server is made of. */
export interface ServerOptions {
	/** Its plugins, models and tools. */
	readonly host: PluginHost;
	/** The working folder of sessions that name none: an absolute path. */
	readonly cwd: string;
	/** What a model is told first in sessions that do not say. */
	readonly systemPrompt: string;
	/** What sessions get that do not ask for it themselves, as it is when they are made. */
	sessionDefaults?(): SessionDefaults;
	/** Where sessions keep what they find out about their projects; nothing is kept, and no model is asked for it, if there is none. */
	memory?(): MemorySettings | undefined;
	/** Where sessions are kept; they end with this process if it is absent. */
	readonly store?: SessionStore;
	/** The settings that clients may read and change; none if absent. */
	readonly settings?: SettingsFile;
	/** Bounds one message either way. */
	readonly maxFrameBytes: number;
	/** How long a client that is waited for may take nothing: 30 s if absent. Milliseconds. */
	readonly clientStallMs?: number;
	readonly clock?: Clock;
	/** Hears what is no answer and no event. */
	readonly log: Logger;
}

/** How long running work may take to stop when its client is gone. Milliseconds. */
const closingGraceMs = 500;

/** How long requests that were read before the end, and wait for no run, are waited for. Milliseconds. */
const briefMs = 300;

/** Serves sessions to connections. */
export interface Server {
	/** The handler of the one connection whose end ends all sessions; `hello` if its `initialize` has been answered already. */
	handle(connection: Connection, hello?: ClientHello): Handler;
	/** The handler of one of many connections; sessions outlive it. */
	visit(connection: Connection): Handler;
	/** Ends all sessions. */
	shutDown(): Promise<void>;
	/** Starts plugins in processes of their own, for the host. */
	readonly isolation: Isolation;
	/** Asks the people before a session, for the host. */
	readonly questions: QuestionAsker;
}

/** Makes a server over a host. */
export function createServer(options: ServerOptions): Server {
	const { host, cwd, systemPrompt, sessionDefaults = () => ({}), store, settings, maxFrameBytes, log } = options;
	const { clock = systemClock, clientStallMs = 30_000 } = options;
	const sessions = createSessions(host, log.warn, store, options.memory);
	const closeAll = async () => {
		const closing = sessions
			.list()
			.map((session) => sessions.close(session, { graceMs: closingGraceMs, reason: 'shutdown' }));
		for (const closed of await Promise.allSettled(closing)) {
			if (closed.status === 'rejected') log.error('a session did not close well', closed.reason);
		}
	};
	const subscriptions = { clock, clientStallMs, log };
	const clients = new Set<Client>();
	const questions = createQuestions(clients);
	const parts: ServerParts = {
		host,
		sessions,
		cwd,
		systemPrompt,
		sessionDefaults,
		...(settings === undefined ? {} : { settings }),
		subscriptions,
		clients,
		joined: questions.joined,
		log,
		shutDown: closeAll,
	};
	return {
		handle: (connection, hello) => createHandler(parts, maxFrameBytes, connection, hello),
		visit: (connection) => createHandler({ ...parts, shutDown: async () => {} }, maxFrameBytes, connection),
		shutDown: closeAll,
		questions,
		isolation: createIsolation({ parts, maxFrameBytes, log }),
	};
}

function createHandler(
	parts: ServerParts,
	maxFrameBytes: number,
	connection: Connection,
	hello?: ClientHello,
): Handler {
	let client: Client | undefined = hello === undefined ? undefined : createClient(parts, connection, hello);
	let isShutDown = false;
	const brief = new BriefRequests(parts.subscriptions.clock);
	/** Answered with what else the client asked: it may wait for all of that before it goes. */
	const shutDown = async (answered: Promise<unknown>) => {
		const result = await answered;
		await brief.settled(briefMs);
		brief.refuse();
		return result;
	};
	return {
		request(method, params, call) {
			if (isShutDown) throw new ServerError('SHUTTING_DOWN', `${method} came after shutdown; only exit may follow it`);
			if (method === 'initialize') {
				if (client !== undefined)
					throw new ServerError('ALREADY_INITIALIZED', 'initialize came twice on this connection');
				const greeting = greet(params, { maxFrameBytes });
				client = createClient(parts, connection, greeting.hello);
				return greeting.result;
			}
			isShutDown = client !== undefined && method === 'shutdown';
			const answered = answer(method, params, client, call);
			if (isShutDown) return shutDown(answered);
			return method === 'session/prompt' ? answered : brief.track(answered);
		},
		notification(method, params) {
			if (client !== undefined) notified(method, params, client);
		},
		async closed() {
			// Whoever comes back at once finds its place free.
			client?.lose('its connection ended');
			await brief.settled(briefMs);
			// The output may still be read: what the end of the work has to say goes out first.
			await parts.shutDown();
			client?.leave();
		},
	};
}
