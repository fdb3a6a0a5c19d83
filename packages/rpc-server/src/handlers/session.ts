import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Input } from '@myelin/core';
import { inputFault, type Session, type SessionOptions } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import { prepareSoon } from '../prepare-soon.ts';
import { standing, subscriptionOptions } from './subscription.ts';

/** Makes a session; the caller is subscribed as soon as it has the answer that names it. */
export async function create(
	params: Params<'session/create'>,
	client: Client,
	call: Call,
): Promise<Result<'session/create'>> {
	const { cwd = client.parts.cwd, systemPrompt = client.parts.systemPrompt } = params;
	checkFolder(cwd);
	const { model, thinkingLevel, maxTurns, budget, compaction } = params;
	const asked = given({ model, thinkingLevel, maxTurns, budget, compaction }) as Partial<SessionOptions>;
	const session = await client.parts.sessions.create({
		...client.parts.sessionDefaults(),
		cwd,
		systemPrompt,
		...asked,
	});
	call.afterAnswer(() => {
		client.attach(session, subscriptionOptions(params, 'wait'));
		prepareSoon(session, client.parts);
		closeUnlessHeard(session, client).catch((error) => client.parts.log.error('a session did not close well', error));
	});
	return standing(session);
}

/** Closes a new session that its caller never heard of, because the connection was lost, unless others have found it meanwhile. */
async function closeUnlessHeard(session: Session, client: Client): Promise<void> {
	if (await client.reached()) return;
	const { clients, sessions } = client.parts;
	const isUsed = session.isBusy || [...clients].some((other) => other !== client && other.isAttached(session.id));
	if (!isUsed && sessions.list().includes(session)) await sessions.close(session);
}

/** The members that are there. */
export function given(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function checkFolder(cwd: string): void {
	const fault = !isAbsolute(cwd)
		? 'an absolute path'
		: statSync(cwd, { throwIfNoEntry: false })?.isDirectory()
			? undefined
			: 'a folder that is there';
	if (fault !== undefined)
		throw new ServerError('INVALID_PARAMS', `session/create: cwd must be ${fault}, and is ${JSON.stringify(cwd)}`);
}

/** Where a session stands. */
export function state({ sessionId }: Params<'session/state'>, client: Client): Result<'session/state'> {
	return standing(client.parts.sessions.get(sessionId));
}

/** Goes on with a session that is kept; the caller is subscribed as soon as it has the answer. */
export async function open(
	{ sessionId, ...wishes }: Params<'session/open'>,
	client: Client,
	call: Call,
): Promise<Result<'session/open'>> {
	const session = await client.parts.sessions.open(sessionId);
	const result = standing(session);
	// It may run meanwhile: the client goes on exactly from the state that it is given.
	const options = { ...subscriptionOptions(wishes, 'wait'), afterSeq: result.seq };
	call.afterAnswer(() => {
		client.attach(session, options);
		prepareSoon(session, client.parts);
	});
	const { findings } = session;
	return findings.length === 0 ? result : { ...result, findings: [...findings] };
}

/** The sessions that are open in this process, and those that are kept. */
export async function list(_params: Params<'session/list'>, client: Client): Promise<Result<'session/list'>> {
	const { sessions } = client.parts;
	const live = sessions.list();
	const open = new Map(live.map((session) => [session.id, session.state()]));
	const kept = (await sessions.stored()).filter((session) => 'cwd' in session);
	const rest = kept.filter(({ sessionId }) => !open.has(sessionId));
	const keptById = new Map(kept.map((session) => [session.sessionId, session]));
	return {
		sessions: [
			...live.map(({ id: sessionId, cwd }) => {
				const { createdAt, updatedAt } = keptById.get(sessionId) ?? {};
				const { isRunning = false, name } = open.get(sessionId) ?? {};
				return present({ sessionId, cwd, name, createdAt, updatedAt, isRunning, isOpen: true });
			}),
			...rest.map(({ sessionId, cwd, name, createdAt, updatedAt }) =>
				present({ sessionId, cwd, name, createdAt, updatedAt, isRunning: false, isOpen: false }),
			),
		],
	};
}

type Listed = Result<'session/list'>['sessions'][number];

/** Absent means not set. */
function present(session: { readonly [K in keyof Listed]: Listed[K] | undefined }): Listed {
	return given(session) as Listed;
}

/** Deletes a session for good; `$/cancelRequest` calls it off while it waits. */
export async function remove(
	{ sessionId }: Params<'session/delete'>,
	client: Client,
	{ signal }: Call,
): Promise<Result<'session/delete'>> {
	await client.parts.sessions.delete(sessionId, signal);
	await client.passed(sessionId);
	// It will not be opened again: nobody has a part in it any more.
	for (const each of client.parts.clients) each.detach(sessionId);
	return {};
}

/** Aborts what runs and ends the session: all who hear it are told so, the caller before the answer. */
export async function close({ sessionId }: Params<'session/close'>, client: Client): Promise<Result<'session/close'>> {
	const session = client.parts.sessions.get(sessionId);
	await client.parts.sessions.close(session);
	await client.passed(sessionId);
	client.detach(sessionId);
	return {};
}

/** Takes back what the client offers, and ends what is its own: of each session that ends it is told so before the answer. */
export async function shutDown(_params: Params<'shutdown'>, client: Client): Promise<Result<'shutdown'>> {
	const { sessions, shutDown: endAll } = client.parts;
	client.plugin.leave();
	const open = sessions.list();
	await endAll();
	const live = sessions.list();
	const ended = open.filter((session) => !live.includes(session));
	await Promise.all(ended.map(({ id }) => client.passed(id)));
	return {};
}

/** Changes the model, from the next model call on. */
export async function setModel(
	{ sessionId, model }: Params<'session/setModel'>,
	client: Client,
): Promise<Result<'session/setModel'>> {
	const session = client.parts.sessions.get(sessionId);
	await session.setModel(model);
	prepareSoon(session, client.parts);
	return {};
}

/** Changes how much the model thinks, from the next model call on. */
export async function setThinkingLevel(
	{ sessionId, thinkingLevel }: Params<'session/setThinkingLevel'>,
	client: Client,
): Promise<Result<'session/setThinkingLevel'>> {
	await client.parts.sessions.get(sessionId).setThinkingLevel(thinkingLevel);
	return {};
}

/** Chooses the tools on offer, from the next model call on. */
export async function setTools(
	{ sessionId, tools }: Params<'session/setTools'>,
	client: Client,
): Promise<Result<'session/setTools'>> {
	await client.parts.sessions.get(sessionId).setTools(tools);
	return {};
}

/** Exactly one of `text` and `content`. */
export function inputOf(
	method: string,
	{ text, content }: { text?: string | undefined; content?: readonly unknown[] | undefined },
): Input {
	if ((text === undefined) === (content === undefined)) {
		const found = text === undefined ? 'neither' : 'both';
		throw new ServerError('INVALID_PARAMS', `${method} takes either text or content, and got ${found}`);
	}
	const input = text ?? (content as Input);
	const fault = inputFault(input);
	if (fault !== undefined) throw new ServerError('INVALID_PARAMS', `${method}: ${fault}`);
	return input;
}
