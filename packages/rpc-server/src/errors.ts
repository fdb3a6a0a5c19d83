/** Numbers of JSON-RPC 2.0 and of the language server protocol that editors already know. */
export const rpcCodes = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internalError: -32603,
	notInitialized: -32002,
	domain: -32000,
	requestCancelled: -32800,
} as const;

/** Why a request failed, in `error.data.code`; one sentence each for the reference. */
export const domainErrors = {
	PARSE_ERROR: 'A message is not JSON, or its frame is broken.',
	INVALID_REQUEST: 'A message is JSON but no JSON-RPC 2.0 request, notification or answer.',
	METHOD_NOT_FOUND: 'No method has this name.',
	INVALID_PARAMS: 'The parameters do not fit the method; `data.issues` says where.',
	START_FAILED: 'The server cannot start as it was asked to, and ends; the message says what is wrong.',
	NOT_INITIALIZED: 'A request came before `initialize`.',
	ALREADY_INITIALIZED: '`initialize` came twice.',
	VERSION_MISMATCH: 'Client and server share no protocol version; the message says which side to upgrade.',
	FRAME_TOO_LARGE: 'A message, or the answer to it, is larger than `limits.maxFrameBytes`.',
	CANCELLED: 'The request was cancelled; `data.summary` tells how a run ended.',
	SESSION_NOT_FOUND: 'No session has this id.',
	SESSION_CLOSED: 'The session is closed, or closing.',
	SESSION_READ_ONLY: 'The session was opened for reading only.',
	SESSION_EXISTS: 'A session has this id already.',
	SESSION_LOCKED: 'Another process has the session open for writing; the message names it.',
	SESSION_VERSION: 'The session was written by a newer version.',
	SESSION_DAMAGED: 'The session cannot be read at all.',
	STORE_WRITE_FAILED: 'The session could not be written, and what was not written did not happen.',
	ENTRY_NOT_FOUND: 'The session has no entry of this id.',
	RUN_LOST: 'This prompt was taken before the process ended, and its run never came to an end.',
	PROMPT_MISMATCH: 'Something else was asked before under this `promptId`.',
	NOTHING_TO_COMPACT: 'There are no messages that a summary could stand for, or none since the last one.',
	COMPACTION_FAILED: 'No summary was made, or it would have been no smaller; nothing was changed.',
	GOAL_NOT_FOUND: 'The session has no goal.',
	GOAL_CONFLICT: 'The goal cannot be changed so as it stands; the message says why.',
	DENIED: 'A plugin denied what was asked; the message says which, and why.',
	SESSION_BUSY:
		'A run is live, and this does not wait for it: a prompt may, as `whenBusy` says; anything else comes after it or an abort.',
	TOOL_NOT_FOUND: 'The session has no tool of this name.',
	MODEL_NOT_FOUND: 'No model has this name, or there is none at all.',
	PLUGIN_NOT_FOUND: 'No plugin has this name.',
	NOT_RELOADABLE: 'A plugin came from no file and no program, so that there is nothing to load anew.',
	INVALID_SETTING:
		'A setting cannot be that, or the settings file cannot be read; `data.issues` says where, what was found and what belongs there.',
	SETTINGS_NOT_WRITTEN: 'The settings could not be written, and are as they were.',
	COMMAND_NOT_FOUND: 'No command has this name.',
	COMMAND_FAILED: 'A command threw, or answered what is no text; the message says which, and why.',
	LISTENER_FAILED: 'A subscriber of the session threw; its error is the cause.',
	HOOK_FAILED: 'A required hook failed.',
	SHUTTING_DOWN: 'The server is ending.',
	DISCONNECTED: 'A client was asked something and went away before it answered.',
	CLIENT_FAILED: 'A client was asked something and answered with an error.',
	INTERNAL: 'The server failed; its log says more.',
} as const;

/** The closed set of codes that the server itself gives; clients carry others too. */
export type DomainErrorCode = keyof typeof domainErrors;

/** The codes that JSON-RPC and editors number themselves; all others go out as `rpcCodes.domain`. */
const numbered: Partial<Record<DomainErrorCode, number>> = {
	PARSE_ERROR: rpcCodes.parseError,
	INVALID_REQUEST: rpcCodes.invalidRequest,
	METHOD_NOT_FOUND: rpcCodes.methodNotFound,
	INVALID_PARAMS: rpcCodes.invalidParams,
	NOT_INITIALIZED: rpcCodes.notInitialized,
	FRAME_TOO_LARGE: rpcCodes.invalidRequest,
	CANCELLED: rpcCodes.requestCancelled,
	INTERNAL: rpcCodes.internalError,
};

/** What a handler throws to answer with an error. `rpcCode` follows from the code unless it is given. */
export class ServerError extends Error {
	override readonly name = 'ServerError';
	readonly code: DomainErrorCode;
	readonly rpcCode: number;
	readonly data: Readonly<Record<string, unknown>>;

	constructor(
		code: DomainErrorCode,
		message: string,
		more: { rpcCode?: number; data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
	) {
		super(message, more.cause === undefined ? undefined : { cause: more.cause });
		this.code = code;
		this.rpcCode = more.rpcCode ?? numbered[code] ?? rpcCodes.domain;
		this.data = more.data ?? {};
	}
}
