import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { errorText } from '@myelin/core';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import {
	createLog,
	createServer,
	endProcess,
	type Handler,
	type Handover,
	keepFromExit,
	type Server,
	type SocketOptions,
	serveSocket,
	serveStdio,
} from '@myelin/rpc-server';
import { jsonlStore, type MemorySettings, memoryFiles, userMemoryFolder, userSessionsFolder } from '@myelin/session';
import { loadPlugins } from './plugin-host.ts';
import { findProject, userTrust, withProject } from './project.ts';
import { type ServerArguments, serverArguments } from './server-options.ts';
import { loadSettings, type Settings, settingsPath } from './settings.ts';
import { openSettingsFile } from './settings-file.ts';
import { systemPrompt } from './system-prompt.ts';
import { workingFolder } from './working-folder.ts';

/** Serves whoever spawned this process, after its first answer. Nonsense on the command line or in the settings ends it with status 2 and a reason. */
export async function serve(handover: Handover): Promise<void> {
	const { args, settings: own } = configured(handover.argv);
	const { framing = handover.framing, maxFrameBytes } = args.transport;
	const log = createLog(logStream(args.log), { debug: process.env.MYELIN_DEBUG !== undefined });
	keepFromExit();
	const project = await findProject(args.cwd, userTrust(process.env));
	let settings = withProject(own, project);
	const host: PluginHost = createPluginHost({
		settings: {
			get model() {
				return settings.model;
			},
			get pluginSettings() {
				return settings.pluginSettings;
			},
		},
		log,
		isolation: (...program) => server.isolation(...program),
		questions: { ask: (...question) => server.questions.ask(...question) },
	});
	const file = openSettingsFile(settingsPath(args.settings, process.env), (changed) => {
		settings = withProject(changed, project);
	});
	const store = jsonlStore(args.sessions ?? userSessionsFolder(process.env));
	const server = createServer({
		host,
		cwd: args.cwd,
		systemPrompt,
		sessionDefaults: () => settings.sessions ?? {},
		memory: () => memoryOf(settings),
		store,
		settings: file,
		maxFrameBytes,
		log,
	});
	host.onReport((report) => {
		if (report.type === 'plugin_error')
			log.error(`plugin ${report.plugin} failed in ${report.hook}: ${report.message}`);
	});
	const plugins = [...settings.plugins, ...args.plugins];
	const { socket } = args.transport;
	if (socket !== undefined)
		return serveMany({ path: socket, framing, maxFrameBytes, log }, server, host, () =>
			loadPlugins(host, project, plugins),
		);
	await serveStdio({
		framing,
		maxFrameBytes,
		firstBytes: handover.firstBytes,
		log,
		createHandler: (connection) =>
			whenLoaded(loadPlugins(host, project, plugins), server.handle(connection, handover.hello), host),
	});
}

/** Serves whoever connects, until a signal ends it; sessions outlive their clients. A path that cannot be used ends the process with status 2. */
async function serveMany(
	options: Omit<SocketOptions, 'createHandler' | 'end'>,
	server: Server,
	host: PluginHost,
	load: () => Promise<void>,
): Promise<void> {
	await load();
	const end = async () => {
		await server.shutDown();
		await host.close();
	};
	await serveSocket({ ...options, end, createHandler: (connection) => server.visit(connection) }).catch((error) =>
		refuse(errorText(error)),
	);
}

function memoryOf({ memory: { enabled, everyTokens } = {} }: Settings): MemorySettings | undefined {
	return enabled ? { store: memoryFiles(userMemoryFolder(process.env)), everyTokens } : undefined;
}

/** Only this user may read a log. */
function logStream(path: string | undefined): Writable {
	if (path === undefined) return process.stderr;
	return createWriteStream(path, { flags: 'a', mode: 0o600 }).on('error', (error) => {
		process.stderr.write(`myelin: cannot write the log ${path}: ${error.message}\n`);
	});
}

function refuse(reason: string): never {
	process.stderr.write(`myelin: ${reason}\n`);
	endProcess(2);
}

function configured(argv: readonly string[]): { args: ServerArguments; settings: Settings } {
	try {
		const args = serverArguments(argv, process.cwd());
		workingFolder(args.cwd, process.cwd());
		return { args, settings: loadSettings(args.settings, process.env) };
	} catch (error) {
		return refuse(errorText(error));
	}
}

/** Requests wait until the plugins are loaded; what they would add is then there for the first of them. The plugins go with the connection. */
function whenLoaded(loaded: Promise<void>, handler: Handler, host: PluginHost): Handler {
	return {
		async request(method, params, call) {
			await loaded;
			return handler.request(method, params, call);
		},
		notification: (method, params) => loaded.then(() => handler.notification(method, params)),
		async closed() {
			// What was read before the end is answered first.
			await loaded;
			await handler.closed();
			await host.close();
		},
	};
}
