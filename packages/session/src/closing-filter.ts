import { type ErrorInfo, type Message, toolCalls } from '@myelin/core';
import type { SessionEvent } from './events.ts';

/**
 * The events of a run that is being closed because its session could not be written. The kernel closes what it knows; here
 * everything that hangs on a message that was not written goes, so that what is told is what the store holds.
 */
export class ClosingFilter {
	readonly #error: ErrorInfo;
	/** Messages that were not written, and the calls in them. */
	readonly #messages = new Set<string>();
	readonly #calls = new Set<string>();
	#starts = 0;
	#errors = 0;

	constructor(error: ErrorInfo) {
		this.#error = error;
	}

	/** What is told of a message that could not be written. */
	discard(event: Extract<SessionEvent, { type: 'message_end' }>): SessionEvent {
		this.#messages.add(event.message.id);
		if (event.message.role === 'assistant') for (const { id } of toolCalls(event.message)) this.#calls.add(id);
		return { ...event, discarded: true };
	}

	/** The event as it is to be told; nothing if it hangs on what was not written. */
	pass(event: SessionEvent): SessionEvent | undefined {
		switch (event.type) {
			case 'tool_execution_start':
			case 'tool_execution_update':
			case 'tool_execution_end':
				return this.#passCall(event);
			case 'message_start':
			case 'message_end':
				return event.message.role === 'tool' && this.#calls.has(event.message.toolCallId) ? undefined : event;
			case 'turn_end': {
				const message = event.message !== null && this.#messages.has(event.message.id) ? null : event.message;
				return { ...event, message, toolResults: event.toolResults.filter((result) => this.#isKept(result)) };
			}
			case 'error':
				return { ...event, error: this.#error };
			case 'agent_end':
				return this.#passEnd(event);
			default:
				return event;
		}
	}

	#passCall(event: Extract<SessionEvent, { toolCallId: string }>): SessionEvent | undefined {
		if (!this.#calls.has(event.toolCallId)) return event;
		if (event.type === 'tool_execution_start') this.#starts++;
		if (event.type === 'tool_execution_end' && event.isError) this.#errors++;
		return undefined;
	}

	#passEnd(event: Extract<SessionEvent, { type: 'agent_end' }>): SessionEvent {
		const { summary } = event;
		return {
			...event,
			newMessages: event.newMessages.filter((message) => this.#isKept(message)),
			summary: {
				...summary,
				toolCalls: summary.toolCalls - this.#starts,
				toolErrors: summary.toolErrors - this.#errors,
				endReason: 'error',
				error: this.#error,
			},
		};
	}

	#isKept(message: Message): boolean {
		return !this.#messages.has(message.id) && !(message.role === 'tool' && this.#calls.has(message.toolCallId));
	}
}
