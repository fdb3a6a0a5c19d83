import { isRecord, type Message, type ModelRequest, type ToolDefinition } from '@myelin/core';
import type {
	CompactionPayload,
	ContextPayload,
	HookContext,
	HookOptions,
	PluginApi,
	Points,
	Unregister,
} from '@myelin/plugins';
import { defaultTimeoutMs, HookError, type PointKind, pointKind } from '@myelin/plugins/host';
import type * as z from 'zod';
import { ServerError } from './errors.ts';
import type { HookSpec } from './schema/params/hooks.ts';

/** A hook as a client names it. */
export type RemoteHook = z.infer<typeof HookSpec>;

/** Asks the client; rejects as `Connection.request` does. */
export type AskHook = (spec: RemoteHook, payload: object, context: HookContext) => Promise<unknown>;

/** Whether the client was sent a message's body. */
type Knows = (sessionId: string, messageId: string) => boolean;

/**
 * Registers a client's hook. A guard's and an observer's payloads travel as they are; so do a transform's, but for messages that the
 * client has. Throws `HostError` for terms that do not fit the point.
 */
export function registerRemoteHook(api: PluginApi, spec: RemoteHook, ask: AskHook, knows: Knows): Unregister {
	const read = readers[kindOf(spec)];
	const hook = async (payload: object, context: HookContext) => {
		const travelling = wirePayload(spec.point, payload, (messageId) => knows(context.sessionId, messageId));
		return read(await asked(ask(spec, travelling, context)), spec.point);
	};
	// The host checks at run time what a point's own type would say here.
	return api.on(spec.point as keyof Points, hook as never, termsOf(spec));
}

/** A hook with the terms in force. */
export function inForce(hook: RemoteHook): RemoteHook {
	const kind = kindOf(hook);
	const { timeoutMs = defaultTimeoutMs[kind] } = hook;
	switch (kind) {
		case 'veto':
			return { ...hook, timeoutMs, onFailure: hook.onFailure ?? 'deny' };
		case 'transform':
			return hook.point === 'tool_args' ? { ...hook, timeoutMs, required: true } : { ...hook, timeoutMs };
		case 'observe':
			return { ...hook, timeoutMs };
	}
}

/** The parameters were checked: the point is one. */
function kindOf({ point }: RemoteHook): PointKind {
	return pointKind(point) as PointKind;
}

function termsOf({ hookId, timeoutMs, onFailure, required }: RemoteHook): HookOptions {
	return {
		hookId,
		...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs }),
		...(onFailure === undefined ? {} : { onFailure }),
		...(required === undefined ? {} : { required }),
	};
}

/** A client that is gone or answers with an error is a hook that failed, and the decision says which. */
async function asked(answer: Promise<unknown>): Promise<unknown> {
	try {
		return await answer;
	} catch (thrown) {
		if (thrown instanceof ServerError && thrown.code === 'DISCONNECTED')
			throw new HookError('DISCONNECT', thrown.message, thrown);
		if (thrown instanceof ServerError && thrown.code === 'CLIENT_FAILED')
			throw new HookError('CRASH', thrown.message, thrown);
		throw thrown;
	}
}

/** Whether a hook at this point is shown the history. */
export function showsHistory(point: RemoteHook['point']): boolean {
	return point === 'context' || point === 'model_request' || point === 'compaction';
}

/** A payload as it travels: messages that the client was sent are named only. */
function wirePayload(point: RemoteHook['point'], payload: object, knows: (messageId: string) => boolean): object {
	switch (point) {
		case 'context': {
			const { messages, systemPrompt, thinkingLevel } = payload as ContextPayload;
			return { ...named(messages, knows), systemPrompt, thinkingLevel };
		}
		case 'model_request': {
			const { messages, systemPrompt, thinkingLevel, tools } = payload as ModelRequest;
			return { ...named(messages, knows), systemPrompt, thinkingLevel, tools: tools.map(offered) };
		}
		case 'compaction': {
			const { messages, ...rest } = payload as CompactionPayload;
			return { ...named(messages, knows), ...rest };
		}
		default:
			return payload;
	}
}

function named(messages: readonly Message[], knows: (messageId: string) => boolean) {
	return { messageIds: messages.map(({ id }) => id), messages: messages.filter(({ id }) => !knows(id)) };
}

/** A tool has more to it than a model is told. */
function offered({ name, description, jsonSchema }: ToolDefinition): ToolDefinition {
	return { name, description, jsonSchema };
}

/** What a hook of each kind answers, as the host has it; the host checks what is in it. */
const readers: Readonly<Record<PointKind, (answer: unknown, point: RemoteHook['point']) => unknown>> = {
	veto(answer) {
		const { decision, reason, ...others } = isRecord(answer) ? answer : {};
		// An allow whose reason is no text is no form of one.
		if (decision === 'allow' && typeof (reason ?? '') === 'string') {
			assertNone(others, 'it allowed, and an allow has decision and reason');
			return undefined;
		}
		// The host looks at what the reason is, and what else there is, as with everybody's.
		if (decision === 'block') return { ...others, block: true, reason };
		throw new HookError(
			'INVALID',
			"a guard answers nothing to allow, or a denial with its reason (on the wire { decision: 'allow' } or { decision: 'block', reason: '…' }), and this is neither",
		);
	},
	transform(answer, point) {
		if (answer === null) return undefined;
		if (typeof answer === 'object' && answer !== undefined && 'value' in answer) {
			const { value, ...others } = answer;
			assertNone(others, `an answer at ${point} has a value alone`);
			return value;
		}
		if (point === 'context') return answer;
		throw new HookError('INVALID', `an answer at ${point} is null or { value: … }, and this is neither`);
	},
	observe: () => undefined,
};

/** Whoever answers more than there is takes it for something that is done. */
function assertNone(others: object, whatThereIs: string): void {
	const names = Object.keys(others).slice(0, 10).join(', ');
	if (names !== '') throw new HookError('INVALID', `${whatThereIs}; this one has ${names} too, which would do nothing`);
}
