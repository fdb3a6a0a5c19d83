import { type Clock, errorText, systemClock } from '@myelin/core';
import type { Logger } from '@myelin/plugins';
import type { Isolation, JoinOptions, PluginHandle, PluginProgram } from '@myelin/plugins/host';
import { type Client, createClient, type PluginSeat, type ServerParts } from './client.ts';
import { createConnection, type Handler } from './connection.ts';
import { ServerError } from './errors.ts';
import { answer, notified } from './handlers/dispatch.ts';
import { greet } from './hello.ts';
import { startPluginProcess } from './plugin-process.ts';
import { keepRunning, type Running } from './restart.ts';

/** What starting plugins needs of the server. */
export interface SpawnPorts {
	readonly parts: ServerParts;
	readonly maxFrameBytes: number;
	readonly log: Logger;
	readonly clock?: Clock;
}

/** Milliseconds within which a program must have said that it is ready, before this start of it is given up. */
const readyMs = 30_000;

/**
 * Plugins as processes that we start, each a client like any other: it may do what a client may, but its end ends no session, and
 * its hooks and tools are for all sessions. Its guards stay shut from its end until it has registered them again.
 */
export function createIsolation({ parts, maxFrameBytes, log, clock = systemClock }: SpawnPorts): Isolation {
	return (program, settings, join, recheck) => {
		let isReady: () => void = () => {};
		let hasFailed: (error: Error) => void = () => {};
		const ready = new Promise<void>((resolve, reject) => {
			isReady = resolve;
			hasFailed = reject;
		});
		void ready.catch(() => {});
		const start = () => {
			const running = startOnce({ program, settings, join, onReady: isReady }, { parts, maxFrameBytes, log, clock });
			// However it ends, who waits for it waits no longer.
			void running.ended.then((why = 'it ended before it said plugin/ready') => hasFailed(new Error(why)));
			return running;
		};
		const onWait = (why: string, delayMs: number) =>
			log.warn(`plugin ${program.name}: ${why}; it is started again in ${delayMs} ms`);
		const mayStart = () =>
			recheck().then(
				() => true,
				(thrown: unknown) => {
					log.warn(`plugin ${program.name}: ${errorText(thrown)}`);
					return false;
				},
			);
		const running = keepRunning(start, clock, onWait, mayStart);
		return { ready, stop: running.stop };
	};
}

interface Start {
	readonly program: PluginProgram;
	readonly settings: object;
	readonly join: (options: JoinOptions) => PluginHandle;
	readonly onReady: () => void;
}

function startOnce({ program, settings, join, onReady }: Start, ports: Required<SpawnPorts>): Running {
	const { log, maxFrameBytes, clock } = ports;
	const { name, command, cwd } = program;
	const child = startPluginProcess({ command, cwd, onStderr: (text) => log.info(`[${name}] ${text.trimEnd()}`) });
	let hasLeft = false;
	let fault: string | undefined;
	const giveUp = (why: string) => {
		fault ??= why;
		child.kill();
	};
	const callOff = clock.after(readyMs, () =>
		giveUp(`it did not say plugin/ready within ${readyMs} ms; call serve() once all is registered`),
	);
	const parts: ServerParts = {
		...ports.parts,
		async shutDown() {
			hasLeft = true;
		},
	};
	const seat: PluginSeat = { join: (where) => join({ ...where, onQuarantine: child.kill }), everywhere: true };
	const streams = { input: child.output, output: child.input };
	const connection = createConnection(streams, { maxFrameBytes, log }, (connection): Handler => {
		let client: Client | undefined;
		return {
			request(method, params, call) {
				if (method !== 'initialize') return answer(method, params, client, call);
				if (client !== undefined) throw new ServerError('ALREADY_INITIALIZED', 'initialize came twice');
				const { hello, result } = greet(params, { maxFrameBytes });
				client = createClient(parts, connection, hello, seat);
				return { ...result, capabilities: { ...result.capabilities, plugin: { name, settings } } };
			},
			notification(method, params) {
				if (client === undefined) return;
				notified(method, params, client);
				if (method !== 'plugin/ready') return;
				callOff();
				client.plugin.complete();
				onReady();
			},
			refused(why) {
				// Later it may be a stray print, which harms nobody.
				if (client === undefined) giveUp(`it does not speak the protocol on its standard output: ${why}`);
			},
			async closed() {
				callOff();
				const end = await child.stop();
				const why = fault ?? end;
				if (hasLeft) client?.plugin.leave();
				client?.lose(why);
				client?.leave();
			},
		};
	});
	return {
		ended: Promise.all([child.ended, connection.closed]).then(([why]) => (hasLeft ? undefined : (fault ?? why))),
		stop: child.stop,
	};
}
