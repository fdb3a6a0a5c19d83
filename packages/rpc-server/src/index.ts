export type { Call, Connection, Handler } from './connection.ts';
export { type DomainErrorCode, domainErrors, rpcCodes, ServerError } from './errors.ts';
export type { Framing } from './framing/framing.ts';
export type { ClientHello, Handover } from './handover.ts';
export { createLog } from './log.ts';
export { parseTransportOptions, type TransportOptions } from './options.ts';
export { protocolVersion } from './protocol-version.ts';
export { createServer, type Server, type ServerOptions } from './server.ts';
export { type StdioOptions, serveStdio } from './stdio.ts';
