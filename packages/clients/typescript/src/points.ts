import { checkSent } from './event-check.ts';
import {
	type CompactionPayload,
	type CompactionSummary,
	type CompactPayload,
	type ContextPatch,
	type ContextPayload,
	type ForkPayload,
	type HookPoint,
	type InputPayload,
	type JsonObject,
	type MessageUpdate,
	type ModelRequestPatch,
	type ModelRequestPayload,
	type NavigatePayload,
	type NewMessage,
	parseSessionEvent,
	type SessionEvent,
	type SystemPromptPayload,
	type ToolCallInfo,
	type ToolResultPatch,
	type ToolResultPayload,
} from './generated/protocol.ts';

/** A guard's answer: nothing lets it happen. `reason` is what the model and the person see. */
export type VetoAnswer = { readonly block: true; readonly reason: string } | undefined;

/** Points where a hook changes something or denies it: what it is given, and what it may answer. */
export interface Points {
	tool_call: { readonly payload: ToolCallInfo; readonly answer: VetoAnswer };
	session_before_navigate: { readonly payload: NavigatePayload; readonly answer: VetoAnswer };
	session_before_fork: { readonly payload: ForkPayload; readonly answer: VetoAnswer };
	session_before_compact: { readonly payload: CompactPayload; readonly answer: VetoAnswer };
	/** The context says which session. */
	session_before_delete: { readonly payload: Readonly<Record<string, never>>; readonly answer: VetoAnswer };
	/** The messages as they will be, each whole or a text. */
	input: { readonly payload: InputPayload; readonly answer: readonly NewMessage[] | undefined };
	/** The arguments as they will be. */
	tool_args: { readonly payload: ToolCallInfo; readonly answer: JsonObject | undefined };
	tool_result: { readonly payload: ToolResultPayload; readonly answer: ToolResultPatch | undefined };
	/** The whole text as it will be. */
	system_prompt: { readonly payload: SystemPromptPayload; readonly answer: string | undefined };
	context: { readonly payload: ContextPayload; readonly answer: ContextPatch | undefined };
	model_request: { readonly payload: ModelRequestPayload; readonly answer: ModelRequestPatch | undefined };
	/** A summary, instead of asking the model for one. */
	compaction: { readonly payload: CompactionPayload; readonly answer: CompactionSummary | undefined };
}

/** An event as one that looks on is given it: as a loop is, but that a `message_update` has its delta alone. */
export type ObservedEvent<P extends SessionEvent['type']> = P extends 'message_update'
	? Omit<MessageUpdate, 'message' | 'chunk'>
	: Extract<SessionEvent, { readonly type: P }>;

/** What a hook at a point is given: the event where it only looks on, and nothing where a session begins or ends. */
export type PayloadOf<P extends HookPoint> = P extends keyof Points
	? Points[P]['payload']
	: P extends SessionEvent['type']
		? ObservedEvent<P>
		: Readonly<Record<string, never>>;

/** What a hook at a point may answer: nothing that counts where it only looks on. */
export type AnswerOf<P extends HookPoint> = P extends keyof Points ? Points[P]['answer'] : unknown;

/** A payload as a hook is given it. Throws for an event that is not as its type says. */
export function readPayload(point: string, payload: object): unknown {
	const event = payload as JsonObject;
	if (event.type !== point) return payload;
	checkSent(event);
	return parseSessionEvent(withIds(event));
}

/** A hook is sent whole messages where a loop is sent their ids, and has them in its event as well. */
function withIds(event: JsonObject): JsonObject {
	switch (event.type) {
		case 'message_end':
			return { ...event, messageId: idOf(event.message) };
		case 'turn_end': {
			const { message, ...others } = event;
			const kept = message === null ? { messageId: null } : { messageId: idOf(message), message };
			return { ...others, ...kept, toolResultIds: idsOf(event.toolResults) };
		}
		case 'agent_end':
			return { ...event, newMessageIds: idsOf(event.newMessages) };
		default:
			return event;
	}
}

function idOf(message: unknown): unknown {
	return (message as JsonObject).id;
}

function idsOf(messages: unknown): readonly unknown[] {
	return (messages as readonly unknown[]).map(idOf);
}

/**
 * A hook's answer as it travels: a veto that returns nothing allows, a transform that returns nothing changes nothing.
 * Nonsense goes out as it is: the server denies it, or skips it and says so.
 */
export function wireAnswer(point: string, answer: unknown): unknown {
	if (point === 'tool_call' || point.startsWith('session_before_')) return verdict(answer);
	if (answer === undefined) return null;
	// `null` by itself travels as nothing, which changes nothing.
	return point === 'context' && standsAlone(answer) ? answer : { value: answer };
}

/** A patch, a list or a text needs no form around it at `context`, unless it could be taken for that form. */
function standsAlone(answer: unknown): boolean {
	return typeof answer === 'string' || (typeof answer === 'object' && answer !== null && !('value' in answer));
}

function verdict(answer: unknown): unknown {
	if (answer === undefined) return { decision: 'allow' };
	if ((answer as { block?: unknown } | null)?.block !== true) return answer;
	// What does not belong there travels too, so that it is told of and not lost.
	const { block: _block, ...others } = answer as { readonly block: true };
	const members = Object.entries(others).map(([name, member]) => [name, travelling(member)]);
	return { ...Object.fromEntries(members), decision: 'block' };
}

/** A denial is one whatever is in it: also what JSON cannot hold, which is said not to belong there. */
function travelling(member: unknown): unknown {
	if (member === undefined || member === null || typeof member === 'string') return member;
	return typeof member === 'boolean' || Number.isFinite(member) ? member : {};
}
