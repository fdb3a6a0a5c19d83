import { AgentError, type ToolProgress } from '@myelin/core';
import { HostError } from '@myelin/plugins/host';
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

/** Takes a client's notification; those that are not known are ignored, as JSON-RPC wants it. Throws INVALID_PARAMS. */
export function notified(method: string, params: unknown, client: Client): void {
	switch (method) {
		case '$/progress': {
			// What is none is shown to nobody, and fails the call of its tool as it does in this process; it is told of here, too.
			const { token, value } = params as { token: string; value: ToolProgress };
			client.plugin.progress(token, value);
			checkParams(method, params);
			break;
		}
		case 'session/ack': {
			checkParams(method, params);
			const { sessionId, seq } = params as { sessionId: string; seq: number };
			client.ack(sessionId, seq);
			break;
		}
	}
}

/** The host's codes that are answered as they are. */
const toldHostCodes = ['PLUGIN_NOT_FOUND', 'NOT_RELOADABLE', 'COMMAND_NOT_FOUND', 'COMMAND_FAILED'] as const;

function isTold(code: string): code is (typeof toldHostCodes)[number] {
	return toldHostCodes.some((told) => told === code);
}

/** Errors of inner layers under their own codes. */
function domainError(thrown: unknown): unknown {
	if (thrown instanceof SessionError) return new ServerError(thrown.code, thrown.message, { cause: thrown });
	if (thrown instanceof HostError && isTold(thrown.code))
		return new ServerError(thrown.code, thrown.message, { cause: thrown });
	if (thrown instanceof AgentError && (thrown.code === 'LISTENER_FAILED' || thrown.code === 'HOOK_FAILED'))
		return new ServerError(thrown.code, thrown.message, { cause: thrown });
	return thrown;
}
