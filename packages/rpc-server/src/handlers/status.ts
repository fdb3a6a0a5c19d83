import type { Client } from '../client.ts';
import { serverInfo } from '../hello.ts';
import type { Params, Result } from '../methods.ts';

/** How the server fares. */
export function status(_params: Params<'server/status'>, client: Client): Result<'server/status'> {
	const { sessions, clients } = client.parts;
	const open = sessions.list();
	return {
		version: serverInfo.version,
		pid: process.pid,
		uptimeMs: Math.round(process.uptime() * 1000),
		memoryBytes: process.memoryUsage.rss(),
		clients: clients.size,
		sessions: open.length,
		runs: open.filter((session) => session.isBusy).length,
	};
}
