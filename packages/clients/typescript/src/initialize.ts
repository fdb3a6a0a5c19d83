import type { Connection } from './connection.ts';
import { MyelinError } from './errors.ts';
import { type ClientInfo, type InitializeResult, type JsonObject, protocolVersion } from './generated/protocol.ts';

/**
 * Opens a connection. Rejects `VERSION_MISMATCH` when the two sides share no version, with which side to upgrade, and
 * `INVALID_ANSWER` when what answers is no Myelin server. `canAsk`: a person can be asked here.
 */
export async function initialize(
	connection: Connection,
	{ clientInfo, canAsk }: { readonly clientInfo: ClientInfo; readonly canAsk: boolean },
	signal: AbortSignal | undefined,
): Promise<InitializeResult> {
	const window = { min: protocolVersion, max: protocolVersion };
	const params = { clientInfo, protocolVersion: window, ...(canAsk && { capabilities: { ui: true } }) };
	const hello = await connection.request<JsonObject>('initialize', params, { signal });
	const { protocolVersion: theirs } = hello;
	if (!Number.isInteger(theirs)) throw noGreeting('protocolVersion', 'a whole number', hello);
	const name = membersOf(hello.serverInfo).name;
	if (theirs !== protocolVersion) throw versionMismatch(theirs as number, name);
	if (typeof name !== 'string') throw noGreeting('serverInfo.name', 'a text', hello);
	if (!isSize(membersOf(hello.limits).maxFrameBytes)) {
		throw noGreeting('limits.maxFrameBytes', 'a whole number from 1', hello);
	}
	return hello as unknown as InitializeResult;
}

function isSize(value: unknown): boolean {
	return Number.isInteger(value) && (value as number) >= 1;
}

function membersOf(value: unknown): JsonObject {
	return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function versionMismatch(theirs: number, name: unknown): MyelinError {
	const server = typeof name === 'string' ? `the server (${name})` : 'the server';
	const older = theirs < protocolVersion ? server : 'this client (@myelin/client)';
	return new MyelinError(
		'VERSION_MISMATCH',
		`the server speaks version ${theirs} of the protocol, this client ${protocolVersion}; upgrade ${older}`,
	);
}

function noGreeting(member: string, expected: string, found: JsonObject): MyelinError {
	const text = JSON.stringify(found).slice(0, 200);
	return new MyelinError(
		'INVALID_ANSWER',
		`initialize: expected ${member} to be ${expected}, found ${text}; is it a Myelin server?`,
	);
}
