import { type Json, ModelError } from '@myelin/plugins';
import { answerError } from './provider-error.ts';

/** The parts of the SDK's errors that matter; told apart by their fields so that the SDK need not be loaded to ask. */
interface SdkError extends Error {
	readonly status?: number;
	readonly headers?: Headers;
	readonly error?: Json;
}

/** What went wrong with a call, as the error a model throws. `redact` takes secrets out of its message. */
export function callFailure(thrown: unknown, redact: (text: string) => string): ModelError {
	const { code, message, status, retryAfterMs } = thrown instanceof ModelError ? thrown : classified(thrown);
	return new ModelError(code, redact(message), { cause: thrown, status, retryAfterMs });
}

function classified(thrown: unknown): ModelError {
	if (!(thrown instanceof Error)) return new ModelError('UNKNOWN', `calling the Claude API failed: ${String(thrown)}`);
	const error: SdkError = thrown;
	if (error.status !== undefined) return refused(error, error.status);
	const reason = rootReason(error);
	if (error.name === 'APIConnectionTimeoutError' || /TIMEDOUT|TIMEOUT/.test(reason)) {
		return new ModelError('TIMEOUT', `the Claude API did not answer in time: ${reason}`);
	}
	if (error.name === 'APIConnectionError') {
		return new ModelError(
			'NETWORK',
			`the connection to the Claude API failed: ${reason}; check the network and the base URL`,
		);
	}
	if (error instanceof TypeError && error.message === 'terminated') {
		return new ModelError(
			'STREAM_BROKEN',
			`the connection to the Claude API was lost in the middle of an answer: ${reason}`,
		);
	}
	return new ModelError('UNKNOWN', `calling the Claude API failed: ${error.message}`);
}

function refused({ error, headers, message }: SdkError, status: number): ModelError {
	const text = message.replace(/^\d+ /, '').replace(/^status code \(no body\)$/, '');
	return answerError({ status, body: error ?? text, header: (name) => headers?.get(name) }, Date.now());
}

/** The innermost cause, by its code if it has one: fetch says only "fetch failed". */
function rootReason(error: Error): string {
	let root: Error = error;
	while (root.cause instanceof Error) root = root.cause;
	const code = 'code' in root && typeof root.code === 'string' ? root.code : '';
	return [code, root.message].filter(Boolean).join(' ');
}
