import type { ToolProgress } from '@myelin/core';
import { AgentError } from '@myelin/core';
import type { PluginHost } from '@myelin/plugins/host';
import { SessionError } from '@myelin/session';
import { type Client, createClient, type ServerParts } from './client.ts';
import type { Call, Connection, Handler } from './connection.ts';
import { ServerError } from './errors.ts';
import { handlers } from './handlers/table.ts';
import type { ClientHello } from './handover.ts';
import { greet } from './hello.ts';
import { createSessions } from './sessions.ts';
import { checkParams, isClientMethod } from './validate.ts';

/** What a server is made of. */
export interface ServerOptions {
	/** Its plugins, models and tools. */
	readonly host: PluginHost;
	/** The working folder of sessions that name none: an absolute path. */
	readonly cwd: string;
	/** What a model is told first in sessions that do not say. */
	readonly systemPrompt: string;
	/** Bounds one message either way. */
	readonly maxFrameBytes: number;
	/** Hears what is no answer and no event. */
	log(text: string): void;
}

/** How long running work may take to stop when its client is gone. Milliseconds. */
const closingGraceMs = 500;

/** Serves sessions to connections. */
export interface Server {
	/** The handler of one connection; `hello` if its `initialize` has been answered already. */
	handle(connection: Connection, hello?: ClientHello): Handler;
}

/** Makes a server over a host. */
export function createServer(options: ServerOptions): Server {
	const { host, cwd, systemPrompt, log } = options;
	const sessions = createSessions(host, log);
	const closeAll = async () => {
		await Promise.all(sessions.list().map((session) => sessions.close(session, closingGraceMs)));
	};
	const parts: ServerParts = { host, sessions, cwd, systemPrompt, shutDown: closeAll };
	return { handle: (connection, hello) => createHandler(parts, options.maxFrameBytes, connection, hello) };
}

function createHandler(
	parts: ServerParts,
	maxFrameBytes: number,
	connection: Connection,
	hello?: ClientHello,
): Handler {
	let client: Client | undefined = hello === undefined ? undefined : createClient(parts, connection, hello);
	return {
		request(method, params, call) {
			if (method === 'initialize') {
				if (client !== undefined)
					throw new ServerError('ALREADY_INITIALIZED', 'initialize came twice on this connection');
				const greeting = greet(params, { maxFrameBytes });
				client = createClient(parts, connection, greeting.hello);
				return greeting.result;
			}
			if (client === undefined) throw new ServerError('NOT_INITIALIZED', `${method} came before initialize`);
			return answer(method, params, client, call);
		},
		notification(method, params) {
			if (client === undefined || method !== '$/progress') return;
			checkParams(method, params);
			const { token, value } = params as { token: string; value: ToolProgress };
			client.plugin.progress(token, value);
		},
		async closed() {
			// The output may still be read: what the end of the work has to say goes out first.
			await parts.shutDown();
			client?.leave('its connection ended');
		},
	};
}

async function answer(method: string, params: unknown, client: Client, call: Call): Promise<unknown> {
	if (!isClientMethod(method) || method === 'initialize')
		throw new ServerError('METHOD_NOT_FOUND', `there is no method ${method}`);
	checkParams(method, params);
	// The parameters have been checked against the schema that their type comes from.
	const handler = handlers[method] as (params: unknown, client: Client, call: Call) => unknown;
	try {
		return await handler(params, client, call);
	} catch (thrown) {
		throw domainError(thrown);
	}
}

/** Errors of inner layers under their own codes. */
function domainError(thrown: unknown): unknown {
	if (thrown instanceof SessionError) return new ServerError(thrown.code, thrown.message, { cause: thrown });
	if (thrown instanceof AgentError && thrown.code === 'LISTENER_FAILED')
		return new ServerError('LISTENER_FAILED', thrown.message, { cause: thrown });
	return thrown;
}
