import { stripVTControlCharacters } from 'node:util';
import type {
	ToolContext as ClientContext,
	Unregister as ClientUnregister,
	HookHandler,
	HookPoint,
	Myelin,
	UiRequestParams,
} from '@myelin/client';
import { deepFreeze, type JsonObject, systemClock } from '@myelin/core';
import type { HookContext, HookOptions, Logger, PluginApi, ToolSpec, Unregister } from '@myelin/plugins';
import {
	callAfter,
	callEvery,
	createUi,
	HostError,
	jsonCopy,
	pointKind,
	runProgram,
	toolFromSpec,
} from '@myelin/plugins/host';
import type { QuestionAsker, SessionTool } from '@myelin/session';

/** An event has a `type`; a point about a tool call that is no event has none. */
interface HookPayload {
	readonly type?: string;
	readonly toolCallId?: string;
}

type Hook = (payload: HookPayload, context: object) => unknown;

/**
 * What a plugin in a process of its own is given: the same contract, spoken to the server as a client speaks. Models are for
 * plugins in the server's process: registering one throws `HostError` with `INVALID_REGISTRATION`.
 */
export function createIsolatedApi(myelin: Myelin, settings: JsonObject): PluginApi {
	const cwdOf = createFolders(myelin);
	const log = createLog();
	const voiceOf: VoiceOf = (place, signal) => createVoice(myelin, log, place, signal);
	const timers = {
		clock: systemClock,
		failed: (thrown: unknown) => log.error('a timer failed:', thrown),
		gaveUp: (why: string) => log.error(why),
	};
	return {
		on(point: string, hook: Hook, options: HookOptions = {}) {
			const within = async (
				payload: HookPayload,
				{ sessionId, signal }: Pick<ClientContext, 'sessionId' | 'signal'>,
			) => {
				const context = {
					sessionId,
					cwd: await cwdOf(sessionId),
					signal,
					...voiceOf(placeOf(sessionId, payload), signal),
				};
				return answerOf(point, await hook(frozen(asHere(payload)), context));
			};
			// The server checks the point and the terms, as it does for everybody.
			return undone(myelin.on(point as HookPoint, within as HookHandler<HookPoint>, termsOf(options)));
		},
		registerTool: (spec) => undone(myelin.tool(clientTool(spec, cwdOf, voiceOf, log))),
		exec: (command, args, options = {}) => runProgram(command, args, options, new AbortController().signal),
		after: (ms, action) => callAfter(ms, action, timers),
		every: (ms, action) => callEvery(ms, action, timers),
		registerModel() {
			throw refused('a model');
		},
		registerCommand(spec) {
			const { name, description, run, ...terms } = spec;
			const within = async (args: string, { sessionId, signal }: Pick<ClientContext, 'sessionId' | 'signal'>) =>
				run.call(spec, args, { sessionId, cwd: await cwdOf(sessionId), signal, ...voiceOf({ sessionId }, signal) });
			return undone(myelin.command({ name, description, ...terms, run: typeof run === 'function' ? within : run }));
		},
		registerPrompt: (spec) => undone(myelin.command(spec)),
		settings: deepFreeze(structuredClone(settings)),
		log,
	} as PluginApi;
}

/** As in the server's process: what a hook is given is not its own to change. The message of an update is built when it is read. */
function frozen<T extends { readonly type?: string }>(payload: T): T {
	return payload.type === 'message_update' ? Object.freeze(payload) : deepFreeze(payload);
}

/**
 * What clients say on the wire is no answer of a plugin, and what is no plain data would travel as something else: both are nonsense
 * here as they are in the server's process.
 */
function answerOf(point: string, answer: unknown): unknown {
	if (answer === undefined) return answer;
	switch (pointKind(point)) {
		case 'veto':
			return (answer as { block?: unknown } | null)?.block === true ? answer : null;
		case 'transform':
			return jsonCopy(answer, 'its answer');
		default:
			return undefined;
	}
}

type Voice = Pick<HookContext, 'notify' | 'ui'>;
/** Where a voice speaks; `toolCallId` is the call that a guard asks a person about. */
type VoicePlace = Pick<UiRequestParams, 'sessionId' | 'toolCallId'>;
type VoiceOf = (place: VoicePlace, signal: AbortSignal) => Voice;

/** An event as plugins of the server have it: with messages, and without the ids of them that clients have as well. */
function asHere(payload: HookPayload): HookPayload {
	const { type } = payload as { type?: unknown };
	if (type !== 'message_end' && type !== 'turn_end' && type !== 'agent_end') return payload;
	const { messageId: _one, toolResultIds: _results, newMessageIds: _all, ...event } = payload as JsonObject;
	return (type === 'turn_end' ? { message: null, ...event } : event) as HookPayload;
}

/** Who only observes a call decides nothing about it. */
function placeOf(sessionId: string, { type, toolCallId }: HookPayload): VoicePlace {
	return type !== undefined || toolCallId === undefined ? { sessionId } : { sessionId, toolCallId };
}

/** The server says and asks it for the plugin; what cannot be said there is in the log. */
function createVoice(myelin: Myelin, log: Logger, place: VoicePlace, signal: AbortSignal): Voice {
	const { sessionId } = place;
	const questions: QuestionAsker = {
		ask: ({ plugin: _plugin, ...question }) => myelin.ask({ ...place, ...question } as UiRequestParams, { signal }),
	};
	const scope = () => ({ sessionId, cwd: '', signal, report: () => undefined });
	return {
		notify: (message, level = 'info') =>
			void myelin
				.notify(sessionId, String(message), level)
				.catch(() => log[level === 'info' ? 'info' : 'warn'](message)),
		ui: createUi({ plugin: '', questions, scope, heard: () => undefined }),
	};
}

/** The working folder of a session, asked once. */
function createFolders(myelin: Myelin): (sessionId: string) => Promise<string> {
	const folders = new Map<string, string>();
	return async (sessionId) => {
		if (!folders.has(sessionId)) for (const { sessionId: id, cwd } of await myelin.sessions()) folders.set(id, cwd);
		return folders.get(sessionId) ?? process.cwd();
	};
}

type WirePreview = Awaited<ReturnType<NonNullable<Parameters<Myelin['tool']>[0]['preview']>>>;

/** The client's tool for a plugin's; its arguments are read here once more, as a schema may also change them. */
function clientTool(
	spec: ToolSpec,
	cwdOf: (sessionId: string) => Promise<string>,
	voiceOf: VoiceOf,
	log: Logger,
): Parameters<Myelin['tool']>[0] {
	const tool = toolFromSpec(spec, (context) => ({
		...context,
		...voiceOf({ sessionId: context.sessionId }, context.signal),
	}));
	const { name, description, jsonSchema, parse, execute } = tool;
	const argsOf = async (args: JsonObject) => {
		const parsed = await parse(args);
		if (!parsed.ok) throw new Error(parsed.message);
		return parsed.args;
	};
	return {
		name,
		description,
		...mannersOf(tool, log),
		parameters: jsonSchema as Parameters<Myelin['tool']>[0]['parameters'],
		...(tool.preview === undefined
			? {}
			: {
					async preview(args: JsonObject, context: Omit<ClientContext, 'onUpdate'>) {
						const cwd = await cwdOf(context.sessionId);
						return (await tool.preview?.(await argsOf(args), { ...context, cwd })) as WirePreview;
					},
				}),
		async execute(args: JsonObject, context: ClientContext) {
			const result = await execute(await argsOf(args), { ...context, cwd: await cwdOf(context.sessionId) });
			return result as Awaited<ReturnType<Parameters<Myelin['tool']>[0]['execute']>>;
		},
	};
}

/** How a tool wants to be run. The kernel waits for nobody when it asks whether a call may run beside others: a tool that decides by its arguments runs alone here. */
function mannersOf({ name, concurrency, timeoutMs, onInterjection }: SessionTool, log: Logger) {
	if (typeof concurrency === 'function')
		log.warn(
			`the tool ${name} decides by its arguments whether it runs beside others, which a plugin in a process of its own cannot: it always runs alone; write concurrency: 'parallel' if it may run beside others whatever they are`,
		);
	return {
		...(typeof concurrency === 'string' ? { concurrency } : {}),
		...(timeoutMs === undefined ? {} : { timeoutMs }),
		...(onInterjection === undefined ? {} : { onInterjection }),
	};
}

/** No limit travels as 0. */
function termsOf({ timeoutMs, ...terms }: HookOptions): HookOptions {
	if (timeoutMs === undefined) return terms;
	return { ...terms, timeoutMs: timeoutMs === Number.POSITIVE_INFINITY ? 0 : timeoutMs };
}

/** A refusal is the program's end: `serve` rejects with it. */
function undone(unregister: ClientUnregister): Unregister {
	return () => void unregister().catch(() => undefined);
}

/** Standard error is what the server's log shows of a plugin. */
function createLog(): Logger {
	const at =
		(level: 'debug' | 'info' | 'warn' | 'error') =>
		(...values: unknown[]) =>
			console[level](
				`${level}:`,
				...values.map((value) => (typeof value === 'string' ? stripVTControlCharacters(value) : value)),
			);
	return { debug: () => {}, info: at('info'), warn: at('warn'), error: at('error') };
}

function refused(what: string): HostError {
	return new HostError(
		'INVALID_REGISTRATION',
		`a plugin in a process of its own cannot register ${what}: it may register hooks, tools, commands and timers; load it without isolation for more`,
	);
}
