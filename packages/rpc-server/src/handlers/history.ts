import { nameFault } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import { fits, fitted, longestEscape } from '../fitting.ts';
import type { Params, Result } from '../methods.ts';

/** Bytes of an answer that are none of its entries', at most. */
const aroundEntries = 1024;

/** One page of what is written, of all branches, in the order of writing: no more than one message holds, and one that is larger alone without its large parts. */
export async function entries(
	{ sessionId, after, limit }: Params<'session/entries'>,
	client: Client,
): Promise<Result<'session/entries'>> {
	const maxBytes = Math.max(client.maxFrameBytes - aroundEntries, 0);
	const page = await client.parts.sessions.get(sessionId).entries({
		maxChars: Math.floor(maxBytes / longestEscape),
		...(after === undefined ? {} : { after }),
		...(limit === undefined ? {} : { limit }),
	});
	const written = page.entries.map(({ data, ...entry }) => ({ ...entry, data: { ...data } }));
	const told = written.length === 1 ? written.map((entry) => entryWithin(entry, maxBytes)) : written;
	return page.next === undefined ? { entries: told } : { entries: told, next: page.next };
}

type WrittenEntry = Result<'session/entries'>['entries'][number];

function entryWithin(entry: WrittenEntry, maxBytes: number): WrittenEntry {
	if (fits(JSON.stringify(entry), maxBytes)) return entry;
	const without = (data: WrittenEntry['data']): WrittenEntry => ({ ...entry, leftOut: true, data });
	return without(fitted(entry.data, (data) => JSON.stringify(without(data)), maxBytes).value);
}

/** Goes on behind another entry; `$/cancelRequest` calls it off while it waits. */
export async function navigate(
	{ sessionId, entryId }: Params<'session/navigate'>,
	client: Client,
	{ signal }: Call,
): Promise<Result<'session/navigate'>> {
	await client.parts.sessions.get(sessionId).navigate(entryId, { signal });
	return {};
}

/** Lets a summary stand for the older messages; `$/cancelRequest` ends it. */
export function compact(
	{ sessionId, instructions }: Params<'session/compact'>,
	client: Client,
	{ signal }: Call,
): Promise<Result<'session/compact'>> {
	return client.parts.sessions
		.get(sessionId)
		.compact({ signal, ...(instructions === undefined ? {} : { instructions }) });
}

/** Makes another session of what stands up to an entry; `session/open` opens it. `$/cancelRequest` calls it off while it waits. */
export async function fork(
	{ sessionId, entryId }: Params<'session/fork'>,
	client: Client,
	{ signal }: Call,
): Promise<Result<'session/fork'>> {
	const { sessions } = client.parts;
	return { sessionId: await sessions.fork(sessions.get(sessionId), entryId, signal) };
}

/** Names a session, or takes its name away. */
export async function rename(
	{ sessionId, name }: Params<'session/rename'>,
	client: Client,
): Promise<Result<'session/rename'>> {
	const session = client.parts.sessions.get(sessionId);
	const fault = name === null ? undefined : nameFault(name);
	if (fault !== undefined) throw new ServerError('INVALID_PARAMS', `session/rename: ${fault}`);
	await session.rename(name);
	return {};
}

/** Labels an entry, or takes its label away. */
export async function label(
	{ sessionId, entryId, label: text }: Params<'session/label'>,
	client: Client,
): Promise<Result<'session/label'>> {
	await client.parts.sessions.get(sessionId).label(entryId, text);
	return {};
}
