import { errorText } from '@myelin/core';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import {
	type Connection,
	createServer,
	type Handover,
	keepFromExit,
	refuseStart,
	type Server,
	type SocketOptions,
	serveSocket,
	serveStdio,
} from '@myelin/rpc-server';
import { jsonlStore, type MemorySettings, memoryFiles, userMemoryFolder, userSessionsFolder } from '@myelin/session';
import { loadPlugins } from './plugin-host.ts';
import { withProject } from './project.ts';
import { configured, type ServerConfiguration } from './server-configuration.ts';
import { type Settings, settingsPath } from './settings.ts';
import { checkChange } from './settings-check.ts';
import { openSettingsFile } from './settings-file.ts';
import { systemPrompt } from './system-prompt.ts';
import { whileLoading } from './while-loading.ts';

/**
 * Serves whoever spawned this process, after its first answer. Nonsense on the command line or in the settings ends it with
 * status 2 and a reason, which answers all that was asked already.
 */
export async function serve(handover: Handover): Promise<void> {
	let configuration: ServerConfiguration;
	try {
		configuration = await configured(handover.argv);
	} catch (error) {
		return refuseStart(errorText(error), handover);
	}
	await serveAs(configuration, handover);
}

async function serveAs({ args, settings: own, project, log }: ServerConfiguration, handover: Handover): Promise<void> {
	const { framing = handover.framing, maxFrameBytes } = args.transport;
	keepFromExit();
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
	const file = openSettingsFile(
		settingsPath(args.settings, process.env),
		(changed) => {
			settings = withProject(changed, project);
		},
		(names, changed) => checkChange(names, changed, host),
	);
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
	let isClosed = false;
	host.onReport((report) => {
		// What was still being loaded at the end comes too late, and that is no failure.
		if (report.type === 'plugin_error' && !isClosed)
			log.error(`plugin ${report.plugin} failed in ${report.hook}: ${report.message}`);
	});
	const closeHost = () => {
		isClosed = true;
		return host.close();
	};
	const plugins = [...settings.plugins, ...args.plugins];
	const load = () => loadPlugins(host, project, plugins);
	const { socket } = args.transport;
	if (socket !== undefined)
		return serveMany({ path: socket, framing, maxFrameBytes, log }, server, closeHost, load).catch((error) =>
			refuseStart(errorText(error), handover),
		);
	await serveStdio({
		framing,
		maxFrameBytes,
		firstBytes: handover.firstBytes,
		log,
		createHandler(connection) {
			const handler = whileLoading(load(), server.handle(connection, handover.hello));
			// The plugins go with the connection.
			const closed = async () => {
				await handler.closed();
				await closeHost();
			};
			return { ...handler, closed };
		},
	});
}

/** Serves whoever connects, until a signal ends it; sessions outlive their clients. Rejects when the path cannot be used. */
async function serveMany(
	options: Omit<SocketOptions, 'createHandler' | 'end'>,
	server: Server,
	closeHost: () => Promise<void>,
	load: () => Promise<void>,
): Promise<void> {
	let loading: Promise<void> | undefined;
	const loaded = () => (loading ??= load());
	let isEnding = false;
	const end = async () => {
		isEnding = true;
		await server.shutDown();
		await closeHost();
	};
	try {
		const createHandler = (connection: Connection) => whileLoading(loaded(), server.visit(connection));
		await serveSocket({ ...options, end, createHandler });
		await loaded();
	} catch (error) {
		// Plugins cannot be loaded any more.
		if (isEnding) return;
		await end();
		throw error;
	}
}

function memoryOf({ memory: { enabled, everyTokens } = {} }: Settings): MemorySettings | undefined {
	return enabled ? { store: memoryFiles(userMemoryFolder(process.env)), everyTokens } : undefined;
}
