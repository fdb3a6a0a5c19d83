import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import type { Params, Result } from '../methods.ts';

/** What a person may ask for by name. */
export function list({ sessionId }: Params<'commands/list'>, client: Client): Result<'commands/list'> {
	const { sessions, host } = client.parts;
	sessions.get(sessionId);
	return { commands: [...host.commands.list(sessionId)] };
}

/** Runs a command, as long as it takes and the caller wants it. */
export function run(
	{ sessionId, name, args = '' }: Params<'commands/run'>,
	client: Client,
	{ signal }: Call,
): Promise<Result<'commands/run'>> {
	const { sessions, host } = client.parts;
	return host.commands.run(name, args, sessions.get(sessionId).scope(signal));
}
