import { describeError, MyelinError } from './errors.ts';
import type { HookPoint, HookSpec } from './generated/protocol.ts';
import { type AnswerOf, type PayloadOf, readPayload, wireAnswer } from './points.ts';
import { createScopedTable } from './scoped-table.ts';

/** Where a hook is called, and how long it is of use. */
export interface HookContext {
	readonly sessionId: string;
	/** Aborts when the server no longer waits for the answer. */
	readonly signal: AbortSignal;
}

/** A function at a point. A throw is its failure: a veto denies then, unless its `onFailure` allows; a transform changes nothing, or ends the run if it is `required`. */
export type HookHandler<P extends HookPoint> = (
	payload: PayloadOf<P>,
	context: HookContext,
	// biome-ignore lint/suspicious/noConfusingVoidType: a guard that returns on no path lets everything happen
) => AnswerOf<P> | void | Promise<AnswerOf<P> | void>;

/** Asked before a tool runs, with final arguments. */
export type ToolCallHandler = HookHandler<'tool_call'>;

/** Given what a model is about to be shown; answers a change to it, or nothing. */
export type ContextHandler = HookHandler<'context'>;

/** A hook's own terms; the server's defaults where absent. */
export interface HookOptions {
	/** Names the hook in decisions and reports; the same id registered again replaces it. Default: the point and a number. */
	readonly hookId?: string;
	/** Milliseconds before the call counts as failed; 0 or `Infinity` for no limit: for a hook that asks a person. */
	readonly timeoutMs?: number;
	/** What a failing guard means: `deny` (the default) or, visibly, `allow`. For a veto only. */
	readonly onFailure?: 'deny' | 'allow';
	/** A failure ends the run. For a transform only. */
	readonly required?: boolean;
}

/** The hooks of a connection. */
export interface HookTable {
	/** Adds a hook and gives the terms to ask the server for. The same id in the same scope replaces it. */
	add(point: HookPoint, handler: Handler, options: HookOptions, sessionId: string | undefined): HookSpec;
	/** Removes it, if it is still this handler's; says whether it was. */
	remove(hookId: string, handler: Handler, sessionId: string | undefined): boolean;
	/** Removes the hooks of a session. */
	forget(sessionId: string): void;
	/** Asks the hook that a server names; a throw is its failure. The answer is as the protocol has it. */
	call(params: HookCall, signal: AbortSignal): Promise<unknown>;
}

/** A hook's function, whatever its point. */
export type Handler = (payload: never, context: HookContext) => unknown;

/** What the server asks; a `context` payload already in full form. */
export interface HookCall {
	readonly hookId: string;
	readonly sessionId: string;
	readonly point: string;
	readonly payload: object;
}

/** No hooks. */
export function createHookTable(): HookTable {
	const handlers = createScopedTable<Handler>();
	let count = 0;
	return {
		add(point, handler, options, sessionId) {
			count += 1;
			const { timeoutMs, ...others } = options;
			const limit = timeoutMs === undefined ? {} : { timeoutMs: wholeMs(timeoutMs) };
			const spec = { hookId: `${point}-${count}`, ...others, ...limit, point };
			handlers.set(sessionId, spec.hookId, handler);
			return spec;
		},
		remove: (hookId, handler, sessionId) => handlers.remove(sessionId, hookId, handler),
		forget: handlers.forget,
		async call({ hookId, sessionId, point, payload }, signal) {
			const handler = handlers.find(sessionId, hookId);
			if (handler === undefined) throw new MyelinError('HOOK_FAILED', `no hook "${hookId}" is registered`);
			const answer = await run(hookId, () => handler(readPayload(point, payload) as never, { sessionId, signal }));
			return wireAnswer(point, answer);
		},
	};
}

/** A limit as it travels. What is no number goes as it is, to be refused. */
export function wholeMs(timeoutMs: number): number {
	if (timeoutMs === Number.POSITIVE_INFINITY) return 0;
	return Number.isFinite(timeoutMs) && timeoutMs > 0 ? Math.ceil(timeoutMs) : timeoutMs;
}

async function run(hookId: string, ask: () => unknown): Promise<unknown> {
	try {
		return await ask();
	} catch (cause) {
		throw new MyelinError('HOOK_FAILED', `hook "${hookId}" threw ${describeError(cause)}`, { cause });
	}
}
