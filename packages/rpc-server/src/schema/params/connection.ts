import * as z from 'zod';
import { count, define, jsonObject } from '../define.ts';

export const ClientInfo = define(
	'ClientInfo',
	'Who speaks.',
	z.object({ name: z.string().min(1).max(100), version: z.string().optional() }),
);

export const VersionWindow = define(
	'VersionWindow',
	'The protocol versions that a side understands, both included.',
	z.object({ min: count, max: count }),
);

export const InitializeParams = define(
	'InitializeParams',
	'The first request of a connection. A client that can ask a person sets `capabilities.ui`.',
	z.object({ clientInfo: ClientInfo, protocolVersion: VersionWindow, capabilities: jsonObject.optional() }),
);

export const InitializeResult = define(
	'InitializeResult',
	'Who answers, the version both speak, and the limits in force. `maxFrameBytes` bounds one message either way.',
	z.object({
		serverInfo: ClientInfo,
		protocolVersion: count,
		capabilities: jsonObject,
		limits: define('Limits', 'The limits in force.', z.object({ maxFrameBytes: count })),
	}),
);

export const Empty = define('Empty', 'Nothing.', z.object({}));
