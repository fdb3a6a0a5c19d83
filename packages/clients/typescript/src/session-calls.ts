import type { Requests } from './connection.ts';
import { type ClientRequests, parseSessionResult } from './generated/protocol.ts';
import type { CallOptions, Session } from './session.ts';

type Plain =
	| 'abort'
	| 'queue'
	| 'unqueue'
	| 'setModel'
	| 'setThinkingLevel'
	| 'setTools'
	| 'setGoal'
	| 'rename'
	| 'state'
	| 'tools'
	| 'entries'
	| 'label'
	| 'navigate'
	| 'fork'
	| 'compact'
	| 'commands'
	| 'runCommand';

/** The calls of a session that are one request each. */
export interface SessionCalls extends Pick<Session, Plain> {
	/** Any request about this session. */
	call<M extends keyof ClientRequests>(
		method: M,
		params: Omit<ClientRequests[M]['params'], 'sessionId'>,
		options?: CallOptions,
	): Promise<ClientRequests[M]['result']>;
}

/** The plain calls of the session that the server knows by this id. */
export function createSessionCalls(id: string, requests: Requests): SessionCalls {
	const call: SessionCalls['call'] = (method, params, { signal } = {}) =>
		requests.request(method, { sessionId: id, ...params }, { signal });

	/** A call whose answer says nothing. */
	async function act<M extends keyof ClientRequests>(
		method: M,
		params: Omit<ClientRequests[M]['params'], 'sessionId'>,
		options?: CallOptions,
	): Promise<void> {
		await call(method, params, options);
	}

	return {
		call,
		abort: (reason, options) => call('session/abort', reason === undefined ? {} : { reason }, options),
		queue: (options) => call('queue/list', {}, options),
		async unqueue(itemIds, options) {
			const answer =
				itemIds === undefined ? call('queue/clear', {}, options) : call('queue/remove', { itemIds }, options);
			return (await answer).removed;
		},
		setModel: (model, options) => act('session/setModel', { model }, options),
		setThinkingLevel: (thinkingLevel, options) => act('session/setThinkingLevel', { thinkingLevel }, options),
		setTools: (tools, options) => act('session/setTools', { tools }, options),
		async setGoal(goal, options) {
			return (await call('session/setGoal', { goal }, options)).goal;
		},
		rename: (name, options) => act('session/rename', { name }, options),
		async state({ signal } = {}) {
			const accept = (result: unknown) => parseSessionResult(result as never).state;
			return requests.request('session/state', { sessionId: id }, { signal, accept });
		},
		async tools(options) {
			return (await call('tools/list', {}, options)).tools;
		},
		entries: (page = {}, options) => call('session/entries', page, options),
		label: (entryId, label, options) => act('session/label', { entryId, label }, options),
		navigate: (entryId, options) => act('session/navigate', { entryId }, options),
		compact: (instructions, options) =>
			call('session/compact', instructions === undefined ? {} : { instructions }, options),
		async commands(options) {
			return (await call('commands/list', {}, options)).commands;
		},
		runCommand: (name, args, options) => call('commands/run', args === undefined ? { name } : { name, args }, options),
		async fork(entryId, options) {
			return (await call('session/fork', entryId === undefined ? {} : { entryId }, options)).sessionId;
		},
	};
}
