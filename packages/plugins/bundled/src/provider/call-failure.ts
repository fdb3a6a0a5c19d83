import { errorText, type Json, ModelError } from '@myelin/plugins';
import { answerError } from './api-error.ts';

/** The parts of the SDKs' errors that matter; told apart by their fields: no SDK need be loaded to ask, and names do not outlive a bundler. */
interface SdkError extends Error {
	readonly status?: number;
	readonly headers?: Headers;
	readonly error?: Json;
}

/** What went wrong with a call, as the error a model throws. `redact` takes secrets out of its message; a cause that holds one is left out. */
export function callFailure(service: string, thrown: unknown, redact: (text: string) => string): ModelError {
	const { code, message, status, retryAfterMs } = thrown instanceof ModelError ? thrown : classified(service, thrown);
	const cause = isClean(thrown, redact) ? thrown : undefined;
	return new ModelError(code, redact(message), { cause, status, retryAfterMs });
}

function isClean(thrown: unknown, redact: (text: string) => string): boolean {
	if (!(thrown instanceof Error)) return redact(errorText(thrown)) === errorText(thrown);
	const shown = `${thrown.message}\n${thrown.stack}\n${JSON.stringify((thrown as SdkError).error)}`;
	return redact(shown) === shown;
}

function classified(service: string, thrown: unknown): ModelError {
	if (!(thrown instanceof Error)) return new ModelError('UNKNOWN', `calling ${service} failed: ${errorText(thrown)}`);
	const error: SdkError = thrown;
	if (error.status !== undefined) return refused(service, error, error.status);
	const reason = rootReason(error);
	if ('status' in error && 'headers' in error) return unreached(service, error, reason);
	if (isCut(error)) {
		return new ModelError(
			'STREAM_BROKEN',
			`the connection to ${service} was lost in the middle of an answer: ${reason}`,
		);
	}
	return new ModelError('UNKNOWN', `calling ${service} failed: ${error.message}`);
}

/** What Node's HTTP clients say of an answer that ends before its end, and the global `fetch`. */
function isCut(error: Error): boolean {
	if (error instanceof TypeError) return error.message === 'terminated';
	return 'code' in error && cuts.test(String(error.code));
}

const cuts = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EPROTO|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

/** An SDK's error without a status: there was no answer. */
function unreached(service: string, error: SdkError, reason: string): ModelError {
	if (/TIMEDOUT|TIMEOUT/.test(reason) || /timed out/i.test(error.message)) {
		return new ModelError('TIMEOUT', `${service} did not answer in time: ${reason}`);
	}
	const message = `the connection to ${service} failed: ${reason}; check the network and the base URL`;
	return new ModelError('NETWORK', message);
}

function refused(service: string, { error, headers, message }: SdkError, status: number): ModelError {
	const text = message.replace(/^\d+ /, '').replace(/^status code \(no body\)$/, '');
	return answerError(service, { status, body: error ?? text, header: (name) => headers?.get(name) }, Date.now());
}

/** The innermost cause, by its code if it has one: fetch says only "fetch failed". */
function rootReason(error: Error): string {
	let root: Error = error;
	while (root.cause instanceof Error) root = root.cause;
	const code = 'code' in root && typeof root.code === 'string' ? root.code : '';
	return [code, root.message].filter(Boolean).join(' ');
}
