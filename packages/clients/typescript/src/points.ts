import type {
	CompactionPayload,
	CompactionSummary,
	CompactPayload,
	ContextPatch,
	ContextPayload,
	ForkPayload,
	HookPoint,
	InputPayload,
	JsonObject,
	ModelRequestPatch,
	ModelRequestPayload,
	NavigatePayload,
	NewMessage,
	SystemPromptPayload,
	ToolCallInfo,
	ToolResultPatch,
	ToolResultPayload,
} from './generated/protocol.ts';

/** A guard's answer: nothing lets it happen. `reason` is what the model and the person see. */
export type VetoAnswer = { readonly block: true; readonly reason: string } | undefined;

/** Points where a hook changes something or denies it: what it is given, and what it may answer. */
export interface Points {
	tool_call: { readonly payload: ToolCallInfo; readonly answer: VetoAnswer };
	session_before_navigate: { readonly payload: NavigatePayload; readonly answer: VetoAnswer };
	session_before_fork: { readonly payload: ForkPayload; readonly answer: VetoAnswer };
	session_before_compact: { readonly payload: CompactPayload; readonly answer: VetoAnswer };
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

/** What a hook at a point is given: an event as JSON where it only looks on (a `message_update` has no `message` there). */
export type PayloadOf<P extends HookPoint> = P extends keyof Points
	? Points[P]['payload']
	: JsonObject & { readonly type?: string };

/** What a hook at a point may answer: nothing that counts where it only looks on. */
export type AnswerOf<P extends HookPoint> = P extends keyof Points ? Points[P]['answer'] : unknown;

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
