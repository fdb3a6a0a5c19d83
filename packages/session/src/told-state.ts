import {
	type AssistantMessage,
	addUsage,
	type ErrorInfo,
	type MessageStart,
	type MessageUpdate,
	noUsage,
	type ToolCall,
	type Usage,
} from '@myelin/core';
import type { CompactionReason } from './compaction/budget.ts';
import type { Envelope } from './events.ts';
import type { RunNames } from './run-names.ts';

interface Told {
	isRunning: boolean;
	names: RunNames;
	/** The event that holds the newest snapshot of the message that streams. */
	streaming: MessageStart | MessageUpdate | undefined;
	readonly pending: Map<string, ToolCall>;
	compacting: CompactionReason | undefined;
	usage: Usage;
	lastError: ErrorInfo | undefined;
}

/**
 * Where the session stands after the newest event that was told. The kernel is one event ahead of it while that event waits for its
 * turn, or to be observed and written; whoever subscribes from a state must not be told once more what is in it.
 */
export class ToldState {
	#told: Told = beginning();

	get isRunning(): boolean {
		return this.#told.isRunning;
	}

	/** The live run and its prompts. */
	get names(): RunNames {
		return this.#told.names;
	}

	get streamingMessage(): AssistantMessage | null {
		return (this.#told.streaming?.message as AssistantMessage | undefined) ?? null;
	}

	/** The calls between start and end. */
	get pendingToolCalls(): readonly ToolCall[] {
		return [...this.#told.pending.values()];
	}

	/** Why what its model is shown is being made shorter; nothing while it is not. */
	get compacting(): CompactionReason | undefined {
		return this.#told.compacting;
	}

	/** What was used since the last `reset`. */
	get usage(): Usage {
		return this.#told.usage;
	}

	get lastError(): ErrorInfo | undefined {
		return this.#told.lastError;
	}

	/** The conversation goes on with another history. */
	reset(): void {
		this.#told = beginning();
	}

	/** An event is told. */
	take({ event, runId, promptIds = [] }: Envelope): void {
		const told = this.#told;
		switch (event.type) {
			case 'message_update':
				told.streaming = event;
				return;
			case 'agent_start':
				told.isRunning = true;
				told.names = runId === undefined ? {} : { runId, promptIds };
				return;
			case 'message_start':
				if (event.message.role === 'assistant') told.streaming = event;
				if (promptIds.length > 0)
					told.names = { ...told.names, promptIds: [...(told.names.promptIds ?? []), ...promptIds] };
				return;
			case 'message_end':
				if (event.message.role !== 'assistant') return;
				told.streaming = undefined;
				told.usage = addUsage(told.usage, event.message.usage);
				return;
			case 'tool_execution_start': {
				const { toolCallId, toolName, args } = event;
				told.pending.set(toolCallId, { toolCallId, toolName, args });
				return;
			}
			case 'tool_execution_end':
				told.pending.delete(event.toolCallId);
				return;
			case 'compaction_start':
				told.compacting = event.reason;
				return;
			case 'compaction_end':
				told.compacting = undefined;
				return;
			case 'error':
				told.lastError = event.error;
				return;
			case 'agent_end':
				told.isRunning = event.willRetry;
				if (!event.willRetry) told.names = {};
				return;
		}
	}
}

function beginning(): Told {
	return {
		isRunning: false,
		names: {},
		streaming: undefined,
		pending: new Map(),
		compacting: undefined,
		usage: noUsage,
		lastError: undefined,
	};
}
