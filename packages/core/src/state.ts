import type { ErrorInfo } from './errors.ts';
import type {
	AgentEvent,
	EndReason,
	MessageEnd,
	MessageStart,
	MessageUpdate,
	RunSummary,
	ToolExecutionEnd,
} from './events.ts';
import { deepFreeze } from './freeze.ts';
import type { ToolCall } from './gates.ts';
import type { AssistantMessage, Message, ToolMessage, Usage, UserMessage } from './messages.ts';
import { toolCalls } from './messages.ts';
import type { Model, ThinkingLevel } from './model.ts';
import type { Tool, ToolResult } from './tools.ts';
import { addUsage, noUsage } from './usage.ts';

/** What a caller may set at any time; it takes effect at the next model call. */
export interface Settings {
	readonly model: Model | undefined;
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
	readonly tools: readonly Tool[] | (() => readonly Tool[]);
}

/** Messages that wait to be taken, oldest first. */
export interface Queue {
	readonly steering: readonly UserMessage[];
	readonly followUp: readonly UserMessage[];
}

/** How far a call of a kept message has come; `told`: its result has entered history. */
export type CallProgress =
	| { readonly state: 'waiting' | 'started'; readonly call: ToolCall }
	| { readonly state: 'ended' | 'told'; readonly call: ToolCall; readonly result: ToolResult };

/** The open turn. */
export interface TurnRecord {
	message: AssistantMessage | null;
	/** By call id, in call order. */
	readonly calls: Map<string, CallProgress>;
	readonly results: ToolMessage[];
}

/** What a run has done so far: all that its summary and its closing need. */
export interface RunRecord {
	readonly newMessages: Message[];
	turn: TurnRecord | undefined;
	turnCount: number;
	toolCalls: number;
	toolErrors: number;
	usage: Usage;
	error: ErrorInfo | undefined;
}

/** Everything an agent knows: the one mutable struct of the kernel, changed by `transition` and, for what waits and is set, by its agent. */
export interface KernelState {
	readonly history: Message[];
	readonly callIds: Set<string>;
	/** The event that holds the newest snapshot of the message that streams. */
	streaming: MessageStart | MessageUpdate | undefined;
	/** The calls between start and end. */
	readonly pending: Map<string, ToolCall>;
	totalUsage: Usage;
	queue: Queue;
	settings: Settings;
	lastError: ErrorInfo | undefined;
	/** The live run; absent from the moment `agent_end` is dealt with. */
	run: RunRecord | undefined;
}

/** The state of an agent that has said nothing yet. */
export function createState(settings: Settings, history: readonly Message[]): KernelState {
	const state: KernelState = {
		history: [...history],
		callIds: new Set(),
		streaming: undefined,
		pending: new Map(),
		totalUsage: noUsage,
		queue: deepFreeze({ steering: [], followUp: [] }),
		settings,
		lastError: undefined,
		run: undefined,
	};
	for (const message of history) for (const call of toolCalls(message)) state.callIds.add(call.id);
	return state;
}

/** Changes the state by one event: called once per event, in the order of the stream, before any listener sees it. */
export function transition(state: KernelState, event: AgentEvent): void {
	switch (event.type) {
		case 'agent_start':
			state.run = createRecord();
			return;
		case 'turn_start':
			if (state.run !== undefined) {
				state.run.turnCount++;
				state.run.turn = { message: null, calls: new Map(), results: [] };
			}
			return;
		case 'message_start':
			if (event.message.role === 'assistant') state.streaming = event;
			return;
		case 'message_update':
			state.streaming = event;
			return;
		case 'message_end':
			endMessage(state, event);
			return;
		case 'tool_execution_start':
			startCall(state, deepFreeze({ toolCallId: event.toolCallId, toolName: event.toolName, args: event.args }));
			return;
		case 'tool_execution_end':
			endCall(state, event);
			return;
		case 'error':
			state.lastError = event.error;
			if (state.run !== undefined) state.run.error = event.error;
			return;
		case 'turn_end':
			if (state.run !== undefined) state.run.turn = undefined;
			return;
		case 'agent_end':
			state.run = undefined;
			return;
		case 'tool_execution_update':
		case 'retry':
			return;
	}
}

function createRecord(): RunRecord {
	return {
		newMessages: [],
		turn: undefined,
		turnCount: 0,
		toolCalls: 0,
		toolErrors: 0,
		usage: noUsage,
		error: undefined,
	};
}

function endMessage(state: KernelState, event: MessageEnd): void {
	const { message } = event;
	if (message.role === 'assistant') {
		state.streaming = undefined;
		state.totalUsage = addUsage(state.totalUsage, message.usage);
		if (state.run !== undefined) state.run.usage = addUsage(state.run.usage, message.usage);
	}
	if (event.discarded) return;
	state.history.push(message);
	state.run?.newMessages.push(message);
	switch (message.role) {
		case 'user':
			state.queue = withoutItem(state.queue, message.id);
			return;
		case 'assistant':
			keepAssistant(state, message);
			return;
		case 'tool':
			keepResult(state.run?.turn, message);
	}
}

function keepAssistant(state: KernelState, message: AssistantMessage): void {
	const turn = state.run?.turn;
	if (turn !== undefined) turn.message = message;
	for (const { id: toolCallId, name: toolName, args } of toolCalls(message)) {
		state.callIds.add(toolCallId);
		turn?.calls.set(toolCallId, { state: 'waiting', call: { toolCallId, toolName, args } });
	}
}

function keepResult(turn: TurnRecord | undefined, message: ToolMessage): void {
	turn?.results.push(message);
	const progress = turn?.calls.get(message.toolCallId);
	if (progress?.state === 'ended') turn?.calls.set(message.toolCallId, { ...progress, state: 'told' });
}

function startCall(state: KernelState, call: ToolCall): void {
	state.pending.set(call.toolCallId, call);
	if (state.run === undefined) return;
	state.run.toolCalls++;
	state.run.turn?.calls.set(call.toolCallId, { state: 'started', call });
}

function endCall(state: KernelState, { toolCallId, result, isError }: ToolExecutionEnd): void {
	const call = state.pending.get(toolCallId);
	state.pending.delete(toolCallId);
	if (state.run === undefined || call === undefined) return;
	if (isError) state.run.toolErrors++;
	state.run.turn?.calls.set(toolCallId, { state: 'ended', call, result });
}

/** The queue without the message that has just entered history: taking is the same step as using, so nothing is lost between. */
export function withoutItem(queue: Queue, id: string): Queue {
	const keep = (item: UserMessage) => item.id !== id;
	if (queue.steering.every(keep) && queue.followUp.every(keep)) return queue;
	return deepFreeze({ steering: queue.steering.filter(keep), followUp: queue.followUp.filter(keep) });
}

/** The facts of a run that is about to end. */
export function summarize(run: RunRecord, endReason: EndReason, durationMs: number): RunSummary {
	const { turnCount, toolCalls, toolErrors, usage, error } = run;
	return { turnCount, toolCalls, toolErrors, endReason, usage, durationMs, ...(error === undefined ? {} : { error }) };
}

/** The tools on offer now. */
export function offeredTools(settings: Settings): readonly Tool[] {
	return typeof settings.tools === 'function' ? settings.tools() : settings.tools;
}
