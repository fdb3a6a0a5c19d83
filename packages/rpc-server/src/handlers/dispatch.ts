import { AgentError, type ToolProgress } from '@myelin/core';
import { SessionError } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import { checkParams, isClientMethod } from '../validate.ts';
import { handlers } from './table.ts';

/** Answers a client's request; `client` is absent before its `initialize`. Rejects with `ServerError` for what it says itself. */
export async function answer(
	method: string,
	params: unknown,
	client: Client | undefined,
	call: Call,
): Promise<unknown> {
	if (client === undefined) throw new ServerError('NOT_INITIALIZED', `${method} came before initialize`);
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

/** Takes what a client's tool says while it runs. */
export function progress(params: unknown, client: Client): void {
	checkParams('$/progress', params);
	const { token, value } = params as { token: string; value: ToolProgress };
	client.plugin.progress(token, value);
}

/** Errors of inner layers under their own codes. */
function domainError(thrown: unknown): unknown {
	if (thrown instanceof SessionError) return new ServerError(thrown.code, thrown.message, { cause: thrown });
	if (thrown instanceof AgentError && thrown.code === 'LISTENER_FAILED')
		return new ServerError('LISTENER_FAILED', thrown.message, { cause: thrown });
	return thrown;
}
