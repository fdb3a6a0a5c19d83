import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
	type AskHandler,
	type ContextPatch,
	type GoalAction,
	type HookOptions,
	type JsonObject,
	Myelin,
	type MyelinError,
	type Run,
	type Session,
	type SessionEvent,
	type ToolProgress,
	type ToolResult,
	type UiRequestParams,
	type Unregister,
} from '@myelin/client';
import { difference, fill } from '../transcripts/match.mjs';
import { createMailbox, type Mailbox } from './mailbox.ts';

const player = fileURLToPath(new URL('../transcripts/play.mjs', import.meta.url));

/** A call of a hook or tool that waits for an `answer` line. */
interface HandlerCall {
	readonly payload: unknown;
	readonly signal: AbortSignal;
	readonly onUpdate?: (progress: ToolProgress) => void;
	answer(how: Answer): void;
}

interface Answer {
	readonly block?: string;
	readonly patch?: ContextPatch;
	readonly value?: unknown;
	readonly text?: string;
	readonly result?: ToolResult;
	readonly throw?: string;
}

interface Handler {
	readonly calls: Mailbox<HandlerCall>;
	current?: HandlerCall;
	unregister?: Unregister;
}

interface Started {
	readonly controller: AbortController;
	readonly outcome: Promise<unknown>;
	readonly events?: AsyncIterator<SessionEvent> & { readonly seq?: number };
	readonly run?: Run;
}

/** A line of a transcript, its placeholders filled in; see transcripts/README.md. */
type Step = { readonly [member: string]: unknown } & { readonly as?: string; readonly of?: string };

/** Plays the program's side of a transcript through the client. Throws at the first line that went otherwise, with its number. */
export async function runTranscript(path: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'transcript-'));
	const verdict = join(folder, 'verdict');
	const driver = createDriver([process.execPath, player, path, '--verdict', verdict], join(folder, 'socket'));
	let lineNumber = 0;
	try {
		for (const line of (await readFile(path, 'utf8')).split('\n')) {
			lineNumber += 1;
			if (line.trim() !== '') await withinTime(driver.play(JSON.parse(line)));
		}
		await driver.close();
		const found = await readFile(verdict, 'utf8').catch(() => 'the player ended without a verdict');
		if (found !== 'ok') throw new Error(found);
	} catch (error) {
		await driver.close();
		const found = await readFile(verdict, 'utf8').catch(() => '');
		const player = found === '' || found === 'ok' ? '' : `\nthe player says: ${found}`;
		throw new Error(`${path}:${lineNumber}: ${(error as Error).message}${player}`, { cause: error });
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function withinTime<T>(promise: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('waited 10 seconds in vain')), 10_000);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Starts a player on a socket. Resolves when it can be reached, with a wait for its end. */
async function startPlayer(command: readonly string[], socket: string): Promise<() => Promise<void>> {
	const [program = '', ...args] = command;
	const child = spawn(program, [...args, '--socket', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	await once(child.stdout, 'data');
	return () => withinTime(exited).finally(() => child.kill('SIGKILL'));
}

function createDriver(command: readonly string[], socket: string) {
	let myelin: Myelin | undefined;
	let playerEnded = async () => {};
	const sessions = new Map<string, Session>();
	const started = new Map<string, Started>();
	const handlers = new Map<string, Handler>();

	/** Awaits a call, or only starts it if the transcript gives it a name. */
	async function call(step: Step, make: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
		const controller = new AbortController();
		const outcome = make(controller.signal);
		if (step.as === undefined) {
			await outcome;
			return;
		}
		outcome.catch(() => {});
		started.set(step.as, { controller, outcome });
	}

	function handler(name: string): Handler {
		const made: Handler = { calls: createMailbox() };
		handlers.set(name, made);
		return made;
	}

	function client(): Myelin {
		if (myelin === undefined) throw new Error('the transcript spawned nothing');
		return myelin;
	}

	/** How a program introduces itself. */
	function greeting(step: Step) {
		const clientInfo = step.name === undefined ? {} : { clientInfo: { name: String(step.name) } };
		if (step.onAsk !== true) return clientInfo;
		const made = handler('ask');
		const onAsk: AskHandler = async (question, { signal }) => (await asked(made, question, signal)).value as string;
		return { ...clientInfo, onAsk };
	}

	/** Awaits a session, unless the line says that it is only asked for. */
	function enter(step: Step, make: (signal: AbortSignal) => Promise<Session>): Promise<void> {
		return call({ as: step.call as string } as Step, async (signal) => {
			sessions.set(step.as ?? 'session', await make(signal));
		});
	}

	const operations: Record<string, (step: Step) => Promise<void> | void> = {
		spawn: (step) =>
			call(step, async (signal) => {
				myelin = await Myelin.spawn({ command, signal, ...greeting(step) });
			}),
		connect: (step) =>
			call(step, async (signal) => {
				playerEnded = await startPlayer(command, socket);
				const { reconnectMs = 10_000 } = step;
				myelin = await Myelin.connect(socket, { signal, reconnectMs: reconnectMs as number, ...greeting(step) });
			}),
		create: (step) => enter(step, (signal) => client().createSession(step.params as object, { signal })),
		open: (step) =>
			enter(step, (signal) => client().openSession(String(step.sessionId), step.params as object, { signal })),
		prompt(step) {
			const controller = new AbortController();
			const { signal } = controller;
			const { op, on: _on, as: _as, text, content, ...terms } = step;
			const run = on(step).prompt((text ?? content) as string, { ...terms, signal });
			const events = run[Symbol.asyncIterator]();
			started.set(step.as ?? 'run', { controller, outcome: run.result, events, run });
		},
		async leave(step) {
			await find(step).events?.return?.();
		},
		cancel(step) {
			find(step).controller.abort();
		},
		steer: (step) => call(step, (signal) => on(step).steer(String(step.text), { signal })),
		followUp: (step) => call(step, (signal) => on(step).followUp(String(step.text), { signal })),
		abort: (step) => call(step, (signal) => on(step).abort(step.reason as string | undefined, { signal })),
		setModel: (step) => call(step, (signal) => on(step).setModel(step.model as never, { signal })),
		state: (step) => call(step, (signal) => on(step).state({ signal })),
		tools: (step) => call(step, (signal) => on(step).tools({ signal })),
		models: (step) => call(step, (signal) => client().models({ signal })),
		plugins: (step) => call(step, (signal) => client().plugins({ signal })),
		status: (step) => call(step, (signal) => client().status({ signal })),
		sessions: (step) => call(step, (signal) => client().sessions({ signal })),
		deleteSession: (step) => call(step, (signal) => client().deleteSession(String(step.sessionId), { signal })),
		settings: (step) =>
			call(step, async (signal) => {
				const value = await client().settings(step.key as string | undefined, { signal });
				return value === undefined ? {} : { value };
			}),
		setSetting: (step) => call(step, (signal) => client().setSetting(String(step.key), step.value, { signal })),
		ask: (step) => call(step, (signal) => client().ask(step.question as UiRequestParams, { signal })),
		notify: (step) =>
			call(step, (signal) => client().notify(String(step.sessionId), String(step.message), 'info', { signal })),
		loadPlugin: (step) => call(step, (signal) => client().loadPlugin(String(step.path), { signal })),
		reloadPlugin: (step) => call(step, (signal) => client().reloadPlugin(String(step.name), { signal })),
		unloadPlugin: (step) => call(step, (signal) => client().unloadPlugin(String(step.name), { signal })),
		attach: (step) => call(step, (signal) => on(step).attach(step.params as object, { signal })),
		detach: (step) => call(step, (signal) => on(step).detach({ signal })),
		setThinkingLevel: (step) =>
			call(step, (signal) => on(step).setThinkingLevel(step.thinkingLevel as 'low', { signal })),
		setTools: (step) => call(step, (signal) => on(step).setTools(step.tools as string[] | null, { signal })),
		setGoal: (step) => call(step, (signal) => on(step).setGoal(step.goal as GoalAction, { signal })),
		rename: (step) => call(step, (signal) => on(step).rename(step.name as string | null, { signal })),
		entries: (step) => call(step, (signal) => on(step).entries(step.params as object, { signal })),
		label: (step) =>
			call(step, (signal) => on(step).label(String(step.entryId), step.label as string | null, { signal })),
		navigate: (step) => call(step, (signal) => on(step).navigate(step.entryId as string | null, { signal })),
		fork: (step) => call(step, (signal) => on(step).fork(step.entryId as string | undefined, { signal })),
		compact: (step) => call(step, (signal) => on(step).compact(step.instructions as string | undefined, { signal })),
		commands: (step) => call(step, (signal) => on(step).commands({ signal })),
		runCommand: (step) =>
			call(step, (signal) => on(step).runCommand(String(step.name), step.args as string | undefined, { signal })),
		queue: (step) => call(step, (signal) => on(step).queue({ signal })),
		unqueue: (step) => call(step, (signal) => on(step).unqueue(step.itemIds as string[] | undefined, { signal })),
		events(step) {
			const events = on(step).events(step.afterSeq === undefined ? {} : { afterSeq: Number(step.afterSeq) });
			started.set(step.as ?? 'stream', { controller: new AbortController(), outcome: Promise.resolve(), events });
		},
		onToolCall(step) {
			const { as = 'guard', on: scope, op, ...options } = step;
			const made = handler(as);
			const target = scope === 'myelin' ? client() : on(step);
			made.unregister = target.onToolCall(async (payload, { signal }) => {
				const { block } = await asked(made, payload, signal);
				return block === undefined ? undefined : { block: true, reason: block };
			}, options as HookOptions);
		},
		onContext(step) {
			const { as = 'context', on: scope, op, ...options } = step;
			const made = handler(as);
			const target = scope === 'myelin' ? client() : on(step);
			made.unregister = target.onContext(async (payload, { signal }) => {
				return (await asked(made, payload, signal)).patch;
			}, options as HookOptions);
		},
		on(step) {
			const { point, as = String(point), on: scope, op, ...options } = step;
			const made = handler(as);
			const target = scope === 'myelin' ? client() : on(step);
			made.unregister = target.on(
				point as 'tool_args',
				async (payload, { signal }) => {
					const { block, value } = await asked(made, observed(payload), signal);
					return (block === undefined ? value : { block: true, reason: block }) as JsonObject | undefined;
				},
				options as HookOptions,
			);
		},
		tool(step) {
			const name = String(step.name);
			const made = handler(step.as ?? name);
			const target = step.on === undefined || step.on === 'myelin' ? client() : on(step);
			made.unregister = target.tool({
				name,
				description: String(step.description),
				parameters: step.parameters as object as Record<string, unknown>,
				async execute(args, { toolCallId, signal, onUpdate }) {
					const { text, result } = await asked(made, { toolCallId, toolName: name, args }, signal, onUpdate);
					return text ?? (result as ToolResult);
				},
			});
		},
		answer(step) {
			current(step).answer(step.with as Answer);
		},
		progress(step) {
			current(step).onUpdate?.({ kind: step.kind, delta: step.delta } as ToolProgress);
		},
		async unregister(step) {
			await handlers.get(String(step.of))?.unregister?.();
		},
		closeSession: (step) => call(step, (signal) => on(step).close({ signal })),
		close: (step) => call(step, () => client().close()),
	};

	function on(step: Step): Session {
		const name = String(step.on ?? 'session');
		const session = sessions.get(name);
		if (session === undefined) throw new Error(`no session is called "${name}"`);
		return session;
	}

	function find(step: Step): Started {
		const name = step.of ?? 'run';
		const found = started.get(name);
		if (found === undefined) throw new Error(`nothing that was started is called "${name}"`);
		return found;
	}

	function current(step: Step): HandlerCall {
		const call = handlers.get(String(step.of))?.current;
		if (call === undefined) throw new Error(`"${step.of}" was not called`);
		return call;
	}

	async function nextEvent(step: Step): Promise<SessionEvent> {
		const next = await find(step).events?.next();
		if (next === undefined || next.done === true) throw new Error('expected an event, found the end');
		return next.value;
	}

	/** What became of a prompt or call; a loop over events that ends in an error says the same error. */
	async function failure(step: Step): Promise<MyelinError> {
		const { outcome, events } = find(step);
		const isStream = events !== undefined && find(step).run === undefined;
		const error = isStream ? undefined : await rejection(outcome);
		if (events === undefined) return error as MyelinError;
		const thrown = await rejection(drain(events));
		if (error !== undefined && thrown !== error) throw new Error(`result and loop differ: ${error} and ${thrown}`);
		return thrown;
	}

	const expectations: Record<string, (step: Step) => Promise<void>> = {
		async event(step) {
			agree(step.event, fullForm(await nextEvent(step)));
			if (step.seq !== undefined) agree(step.seq, find(step).events?.seq);
		},
		async types(step) {
			for (const type of step.types as string[]) agree(type, typeOf(await nextEvent(step)));
		},
		async end(step) {
			const next = await find(step).events?.next();
			if (next?.done !== true) throw new Error(`expected the end, found ${JSON.stringify(next?.value)}`);
		},
		async summary(step) {
			agree(step.summary, ((await find(step).outcome) as { summary?: unknown }).summary);
		},
		async queued(step) {
			agree(step.queued, ((await find(step).outcome) as { queued?: unknown }).queued);
		},
		async result(step) {
			agree(step.result, (await find(step).outcome) ?? {});
		},
		async error(step) {
			const { code, message, exit } = await failure(step);
			const found: Record<string, unknown> = { code, message, exitCode: exit?.code, stderr: exit?.stderr };
			for (const [name, wanted] of Object.entries(step.error as object)) agree(wanted, found[name]);
		},
		async call(step) {
			const made = handlers.get(String(step.of));
			if (made === undefined) throw new Error(`no hook or tool is called "${step.of}"`);
			made.current = await made.calls.take();
			agree(step.call, json(made.current.payload));
		},
		async aborted(step) {
			const { signal } = current(step);
			if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
		},
	};

	return {
		async play(line: { readonly do?: Step; readonly expect?: Step }): Promise<void> {
			if (line.do !== undefined) {
				const operation = operations[String(line.do.op)];
				if (operation === undefined) throw new Error(`no operation is called "${line.do.op}"`);
				await operation(fill(line.do));
			} else if (line.expect !== undefined) {
				const { expect: step } = line;
				const kind = Object.keys(step).find((name) => name !== 'of' && name !== 'seq');
				const expectation = expectations[String(kind)];
				if (expectation === undefined) throw new Error(`nothing is expected by ${JSON.stringify(step)}`);
				await expectation(step);
			}
		},
		async close(): Promise<void> {
			await myelin?.close();
			await playerEnded();
		},
	};
}

/** Reports a call and waits for the line that says what to do. */
async function asked(
	handler: Handler,
	payload: unknown,
	signal: AbortSignal,
	onUpdate?: (progress: ToolProgress) => void,
): Promise<Answer> {
	const how = await new Promise<Answer>((answer) => {
		handler.calls.put({ payload, signal, answer, ...(onUpdate && { onUpdate }) });
	});
	if (how.throw !== undefined) throw new Error(how.throw);
	return how;
}

async function rejection(promise: Promise<unknown>): Promise<MyelinError> {
	const value = await promise.then(
		(found) => ({ found }),
		(error: MyelinError) => error,
	);
	if (value instanceof Error) return value;
	throw new Error(`expected an error, found ${JSON.stringify(value.found)}`);
}

async function drain(events: AsyncIterator<SessionEvent>): Promise<void> {
	while ((await events.next()).done !== true);
}

/** A payload as it travelled: an event that is looked on at has the ids of its messages too, which do not travel beside them. */
function observed(payload: object): object {
	if (!('type' in payload)) return payload;
	const { messageId, toolResultIds, newMessageIds, ...others } = payload as Record<string, unknown>;
	return others;
}

/** An event as JSON, its snapshot read. */
function fullForm(event: SessionEvent): unknown {
	return event.type === 'message_update' ? { ...(json(event) as object), message: json(event.message) } : json(event);
}

function typeOf(event: SessionEvent): string {
	return event.type === 'unknown' ? event.originalType : event.type;
}

function json(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

function agree(wanted: unknown, found: unknown): void {
	const differs = difference(fill(wanted), found);
	if (differs !== undefined) throw new Error(differs);
}
