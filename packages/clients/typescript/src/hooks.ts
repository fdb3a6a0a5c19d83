import { describeError, MyelinError } from './errors.ts';
import type { ContextPatch, ContextPayload, HookPoint, HookSpec, ToolCallInfo } from './generated/protocol.ts';
import { createScopedTable } from './scoped-table.ts';

/** Where a hook is called, and how long it is of use. */
export interface HookContext {
	readonly sessionId: string;
	/** Aborts when the server no longer waits for the answer. */
	readonly signal: AbortSignal;
}

/** A guard's answer: nothing lets the call run. `reason` is what the model and the person see. */
export type ToolCallAnswer = { readonly block: true; readonly reason: string } | undefined;

/** Asked before a tool runs, with final arguments. A throw denies, with the error as the reason. */
export type ToolCallHandler = (
	call: ToolCallInfo,
	context: HookContext,
	// biome-ignore lint/suspicious/noConfusingVoidType: a guard that returns on no path lets every call run
) => ToolCallAnswer | void | Promise<ToolCallAnswer | void>;

/** Given what a model is about to be shown; answers a change to it, or nothing. A throw leaves it unchanged, or ends the run if the hook is `required`. */
export type ContextHandler = (
	payload: ContextPayload,
	context: HookContext,
	// biome-ignore lint/suspicious/noConfusingVoidType: the same
) => ContextPatch | undefined | void | Promise<ContextPatch | undefined | void>;

/** A hook's own terms; the server's defaults where absent. */
export interface HookOptions {
	/** Names the hook in decisions and reports; the same id registered again replaces it. Default: the point and a number. */
	readonly hookId?: string;
	/** Milliseconds before the call counts as failed. */
	readonly timeoutMs?: number;
	/** What a failing guard means: `deny` (the default) or, visibly, `allow`. For `tool_call` only. */
	readonly onFailure?: 'deny' | 'allow';
	/** A failure ends the run. For `context` only. */
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
	readonly payload: unknown;
}

/** No hooks. */
export function createHookTable(): HookTable {
	const handlers = createScopedTable<Handler>();
	let count = 0;
	return {
		add(point, handler, options, sessionId) {
			count += 1;
			const spec = { hookId: `${point}-${count}`, ...options, point };
			handlers.set(sessionId, spec.hookId, handler);
			return spec;
		},
		remove: (hookId, handler, sessionId) => handlers.remove(sessionId, hookId, handler),
		forget: handlers.forget,
		async call({ hookId, sessionId, point, payload }, signal) {
			const handler = handlers.find(sessionId, hookId);
			if (handler === undefined) throw new MyelinError('HOOK_FAILED', `no hook "${hookId}" is registered`);
			const answer = await run(hookId, () => handler(payload as never, { sessionId, signal }));
			return point === 'tool_call' ? verdict(answer) : answer;
		},
	};
}

async function run(hookId: string, ask: () => unknown): Promise<unknown> {
	try {
		return await ask();
	} catch (cause) {
		throw new MyelinError('HOOK_FAILED', `hook "${hookId}" threw ${describeError(cause)}`, { cause });
	}
}

/** Nonsense goes out as it is: the server denies it and says so. */
function verdict(answer: unknown): unknown {
	if (answer === undefined) return { decision: 'allow' };
	const { block, reason } = (answer ?? {}) as { block?: unknown; reason?: unknown };
	return block === true ? { decision: 'block', reason } : answer;
}
