import type { Logger } from '@myelin/plugins';
import { ResponseError, type ResponseMessage } from 'vscode-jsonrpc';
import type { Call } from './connection.ts';
import { rpcCodes, ServerError } from './errors.ts';
import { fits, tooLarge } from './fitting.ts';
import type { RpcError } from './incoming.ts';

/** The error object that a client is shown: code, message, data and nothing else; `data.code` is the server's own. */
export function errorObject(error: ServerError): RpcError {
	return { code: error.rpcCode, message: error.message, data: { ...error.data, code: error.code } };
}

/**
 * What a client is told when a handler throws. Only a ServerError speaks for itself; a failure that follows from an
 * abort of the call is CANCELLED; all else is logged and its text stays here.
 */
export function failureOf(error: unknown, method: string, call: Call, log: Logger): ServerError {
	if (error instanceof ServerError) return error;
	const isAbort = error instanceof Error && error.name === 'AbortError';
	if (isAbort && call.signal.aborted && call.signal.reason instanceof ServerError) return call.signal.reason;
	log.error(`The request ${JSON.stringify(method)} failed.`, error);
	return internalError(method);
}

/** Serialises an answer; one that JSON cannot hold becomes an INTERNAL error, and one that is larger than a message may be FRAME_TOO_LARGE. */
export function answerText(answer: ResponseMessage, maxFrameBytes: number, log: Logger): string {
	try {
		const text = JSON.stringify(answer);
		return fits(text, maxFrameBytes) ? text : refusalText(answer.id, answerTooLarge(text, maxFrameBytes));
	} catch (error) {
		log.error('An answer could not be serialised.', error);
		return refusalText(
			answer.id,
			new ServerError('INTERNAL', 'The server could not serialise its answer; its log says more.'),
		);
	}
}

/** Serialises the refusal of a message; the id is null where the message had none that can be echoed. */
export function refusalText(id: number | string | null, error: ServerError): string {
	return JSON.stringify({ jsonrpc: '2.0', id, error: errorObject(error) });
}

/** The same as `vscode-jsonrpc` wants it. */
export function responseError(error: ServerError): ResponseError<unknown> {
	const { code, message, data } = errorObject(error);
	return new ResponseError(code, message, data);
}

function answerTooLarge(text: string, maxFrameBytes: number): ServerError {
	const what = `The answer cannot be sent: ${tooLarge(text, maxFrameBytes)}`;
	return new ServerError('FRAME_TOO_LARGE', `${what}; ask for less, or start the server with a larger --max-frame.`, {
		rpcCode: rpcCodes.domain,
		data: { maxFrameBytes },
	});
}

function internalError(method: string): ServerError {
	return new ServerError('INTERNAL', `The server failed at ${JSON.stringify(method)}; its log says more.`);
}
