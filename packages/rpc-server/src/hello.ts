import { ServerError } from './errors.ts';
import type { ClientHello } from './handover.ts';
import type { Result } from './methods.ts';
import { protocolVersion } from './protocol-version.ts';

/** Who answers `initialize`; the version is that of the package. */
export const serverInfo = { name: 'myelin', version: '0.1.0' };

/** The answer to `initialize`, and what it says about the client. */
export interface Greeting {
	readonly hello: ClientHello;
	readonly result: Result<'initialize'>;
}

/**
 * Answers the parameters of `initialize`. Throws INVALID_PARAMS when they are not of the shape InitializeParams, and
 * VERSION_MISMATCH when both sides share no version.
 */
export function greet(params: unknown, limits: { readonly maxFrameBytes: number }): Greeting {
	const { clientInfo, capabilities = {}, protocolVersion: window } = asFields(params, 'params');
	const hello: ClientHello = {
		clientInfo: readClientInfo(clientInfo),
		protocolVersion: agree(readWindow(window)),
		capabilities: asFields(capabilities, 'capabilities'),
	};
	const result = {
		serverInfo,
		protocolVersion: hello.protocolVersion,
		capabilities: {},
		limits: { maxFrameBytes: limits.maxFrameBytes },
	};
	return { hello, result };
}

/** It stands in every decision and report that a client has a part in. */
const longestName = 100;

function readClientInfo(value: unknown): ClientHello['clientInfo'] {
	const { name, version } = asFields(value, 'clientInfo');
	if (typeof name !== 'string' || name === '' || name.length > longestName)
		throw invalid(`\`clientInfo.name\` must be a string of 1 to ${longestName} characters`);
	if (version === undefined) return { name };
	if (typeof version !== 'string') throw invalid('`clientInfo.version` must be a string or absent');
	return { name, version };
}

function readWindow(value: unknown): { min: number; max: number } {
	const { min, max } = asFields(value, 'protocolVersion');
	if (!isCount(min) || !isCount(max) || min > max) {
		throw invalid('`protocolVersion` must have integers `min` and `max`, `min` not above `max`');
	}
	return { min, max };
}

/** The newest version that both sides speak. */
function agree(client: { min: number; max: number }): number {
	if (client.min <= protocolVersion && protocolVersion <= client.max) return protocolVersion;
	const side = client.max < protocolVersion ? 'client' : 'server';
	throw new ServerError(
		'VERSION_MISMATCH',
		`The client speaks protocol ${client.min} to ${client.max}, the server ${protocolVersion}; upgrade the ${side}.`,
		{ data: { client, server: { min: protocolVersion, max: protocolVersion }, upgrade: side } },
	);
}

function asFields(value: unknown, name: string): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw invalid(`\`${name}\` must be an object`);
	return value as Readonly<Record<string, unknown>>;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function invalid(what: string): ServerError {
	return new ServerError('INVALID_PARAMS', `${what}, as InitializeParams in the protocol says.`);
}
