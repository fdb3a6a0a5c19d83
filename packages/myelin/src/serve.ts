import { errorText } from '@myelin/core';
import {
	type Connection,
	createLog,
	createServer,
	type Handler,
	type Handover,
	type Server,
	serveStdio,
} from '@myelin/rpc-server';
import { startHost } from './plugin-host.ts';
import { type ServerArguments, serverArguments } from './server-options.ts';
import { loadSettings, type Settings } from './settings.ts';
import { systemPrompt } from './system-prompt.ts';

/** Serves whoever spawned this process, after its first answer. Nonsense on the command line or in the settings ends it with status 2 and a reason. */
export async function serve(handover: Handover): Promise<void> {
	const { args, settings } = configured(handover.argv);
	const { framing = handover.framing, maxFrameBytes } = args.transport;
	const log = createLog(process.stderr, { debug: process.env.MYELIN_DEBUG !== undefined });
	const start = async (): Promise<Server> => {
		const host = await startHost(settings, args.plugins, log);
		return createServer({ host, cwd: args.cwd, systemPrompt, maxFrameBytes, log: log.warn });
	};
	await serveStdio({
		framing,
		maxFrameBytes,
		firstBytes: handover.firstBytes,
		log,
		createHandler: (connection) => whenReady(start(), connection, handover),
	});
}

function configured(argv: readonly string[]): { args: ServerArguments; settings: Settings } {
	try {
		const args = serverArguments(argv, process.cwd());
		return { args, settings: loadSettings(args.settings, process.env) };
	} catch (error) {
		process.stderr.write(`myelin: ${errorText(error)}\n`);
		process.exit(2);
	}
}

/** Requests wait until the plugins are loaded; what they would add is then there for the first of them. */
function whenReady(server: Promise<Server>, connection: Connection, { hello }: Handover): Handler {
	const handler = server.then((ready) => ready.handle(connection, hello));
	return {
		request: async (method, params, call) => (await handler).request(method, params, call),
		notification: (method, params) => void handler.then((ready) => ready.notification(method, params)),
		closed: async () => (await handler).closed(),
	};
}
