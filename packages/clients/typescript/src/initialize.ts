import type { Connection } from './connection.ts';
import { MyelinError } from './errors.ts';
import { type ClientInfo, type InitializeResult, protocolVersion } from './generated/protocol.ts';

/** Opens a connection. Rejects `VERSION_MISMATCH` when the two sides share no version, with which side to upgrade. `canAsk`: a person can be asked here. */
export async function initialize(
	connection: Connection,
	{ clientInfo, canAsk }: { readonly clientInfo: ClientInfo; readonly canAsk: boolean },
	signal: AbortSignal | undefined,
): Promise<InitializeResult> {
	const window = { min: protocolVersion, max: protocolVersion };
	const params = { clientInfo, protocolVersion: window, ...(canAsk && { capabilities: { ui: true } }) };
	const hello = await connection.request<InitializeResult>('initialize', params, { signal });
	if (hello.protocolVersion !== protocolVersion) throw versionMismatch(hello);
	return hello;
}

function versionMismatch({ serverInfo, protocolVersion: theirs }: InitializeResult): MyelinError {
	const older = theirs < protocolVersion ? `the server (${serverInfo.name})` : 'this client (@myelin/client)';
	return new MyelinError(
		'VERSION_MISMATCH',
		`the server speaks version ${theirs} of the protocol, this client ${protocolVersion}; upgrade ${older}`,
	);
}
