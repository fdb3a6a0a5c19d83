import type { Client } from '../client.ts';
import type { Params, Result } from '../methods.ts';
import type { Rejection } from '../remote-plugin.ts';
import { faultOf } from '../validate.ts';

/** Registers hooks; each is accepted or rejected by itself. */
export function registerHooks(
	{ hooks, sessionId }: Params<'hooks/register'>,
	client: Client,
): Result<'hooks/register'> {
	if (sessionId !== undefined) client.parts.sessions.get(sessionId);
	const { fit, unfit } = sift(hooks, 'HookSpec', 'hookId');
	makeRoomFor(client);
	const { accepted, rejected } = client.plugin.registerHooks(fit, sessionId);
	return { accepted, rejected: [...unfit, ...rejected] };
}

/** Registers tools that the client runs; each is accepted or rejected by itself. */
export function registerTools(
	{ tools, sessionId }: Params<'tools/register'>,
	client: Client,
): Result<'tools/register'> {
	if (sessionId !== undefined) client.parts.sessions.get(sessionId);
	const { fit, unfit } = sift(tools, 'ClientTool', 'name');
	makeRoomFor(client);
	const { accepted, rejected } = client.plugin.registerTools(fit, sessionId);
	return { accepted, rejected: [...unfit, ...rejected] };
}

/** Registers commands that the client runs, and prompts; each is accepted or rejected by itself. */
export function registerCommands(
	{ commands, sessionId }: Params<'commands/register'>,
	client: Client,
): Result<'commands/register'> {
	if (sessionId !== undefined) client.parts.sessions.get(sessionId);
	const { fit, unfit } = sift(commands, 'ClientCommand', 'name');
	makeRoomFor(client);
	const { accepted, rejected } = client.plugin.registerCommands(fit, sessionId);
	return { accepted, rejected: [...unfit, ...rejected] };
}

/** The items that are what the protocol says, and what is wrong with the others: those go by their place where they have no name. */
function sift<Item>(items: readonly Item[], definition: 'HookSpec' | 'ClientTool' | 'ClientCommand', name: keyof Item) {
	const fit: Item[] = [];
	const unfit: Rejection[] = [];
	for (const [place, item] of items.entries()) {
		const reason = faultOf(definition, item);
		const id = (item as Partial<Item> | null)?.[name];
		if (reason === undefined) fit.push(item);
		else unfit.push({ id: typeof id === 'string' ? id : `#${place}`, reason });
	}
	return { fit, unfit };
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

/** Takes commands back; names that are not registered are no fault. */
export function unregisterCommands(
	{ ids }: Params<'commands/unregister'>,
	client: Client,
): Result<'commands/unregister'> {
	client.plugin.unregister('command', ids);
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
