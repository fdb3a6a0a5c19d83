import type { Client } from '../client.ts';
import type { Params, Result } from '../methods.ts';

/** Registers hooks; each is accepted or rejected by itself. */
export function registerHooks(
	{ hooks, sessionId }: Params<'hooks/register'>,
	client: Client,
): Result<'hooks/register'> {
	if (sessionId !== undefined) client.parts.sessions.get(sessionId);
	makeRoomFor(client);
	return client.plugin.registerHooks(hooks, sessionId);
}

/** Registers tools that the client runs; each is accepted or rejected by itself. */
export function registerTools(
	{ tools, sessionId }: Params<'tools/register'>,
	client: Client,
): Result<'tools/register'> {
	if (sessionId !== undefined) client.parts.sessions.get(sessionId);
	makeRoomFor(client);
	return client.plugin.registerTools(tools, sessionId);
}

/** A client that comes back may be faster than the end of its last connection: what it had there is lost by now. */
function makeRoomFor(client: Client): void {
	for (const other of client.parts.clients)
		if (other !== client && other.isLeaving && other.name === client.name) other.lose('its connection ended');
}

/** Takes hooks back; ids that are not registered are no fault. */
export function unregisterHooks({ ids }: Params<'hooks/unregister'>, client: Client): Result<'hooks/unregister'> {
	client.plugin.unregister('hook', ids);
	return {};
}

/** Takes tools back; names that are not registered are no fault. */
export function unregisterTools({ ids }: Params<'tools/unregister'>, client: Client): Result<'tools/unregister'> {
	client.plugin.unregister('tool', ids);
	return {};
}

/** The tools that a session offers. */
export function listTools({ sessionId }: Params<'tools/list'>, client: Client): Result<'tools/list'> {
	const tools = client.parts.sessions.get(sessionId).tools();
	return {
		tools: tools.map(({ name, description, jsonSchema }) => ({ name, description, parameters: { ...jsonSchema } })),
	};
}

/** The models to choose from. */
export function listModels(_params: Params<'models/list'>, client: Client): Result<'models/list'> {
	const { models } = client.parts.host;
	const list = models.list().map(({ provider, id, name, contextWindow, maxOutputTokens, capabilities }) => ({
		provider,
		id,
		...(name === undefined ? {} : { name }),
		contextWindow,
		maxOutputTokens,
		capabilities,
	}));
	const chosen = models.defaultModel();
	return chosen === undefined
		? { models: list }
		: { models: list, default: { provider: chosen.provider, id: chosen.id } };
}
