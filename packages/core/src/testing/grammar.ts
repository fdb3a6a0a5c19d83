import type { AgentEvent } from '../events.ts';
import { toolCalls } from '../messages.ts';

/**
 * Checks one run's events against the grammar
 *
 *     run     = agent_start turn* error? agent_end
 *     turn    = turn_start message* attempt* tools? toolMessage* error? turn_end
 *     attempt = [ message_start message_update* message_end ] retry?
 *     tools   = interleaved per call: tool_execution_start update* tool_execution_end
 *
 * Returns what is wrong, in words; an empty list for a run that is right.
 */
export function checkGrammar(events: readonly AgentEvent[]): readonly string[] {
	const checker = new Checker();
	for (const [place, event] of events.entries()) checker.take(place, event);
	return checker.finish();
}

class Checker {
	readonly #faults: string[] = [];
	#run: 'before' | 'open' | 'over' = 'before';
	#turn: 'closed' | 'prompting' | 'answering' | 'tools' | 'results' | 'failed' = 'closed';
	#message: { readonly id: string; readonly role: string } | undefined;
	#error = false;
	readonly #open = new Map<string, string>();
	readonly #ended = new Set<string>();
	#wanted: string[] = [];

	take(place: number, event: AgentEvent): void {
		const fault = this.#fault(event);
		if (fault !== undefined) this.#faults.push(`event ${place} (${event.type}): ${fault}`);
	}

	finish(): readonly string[] {
		if (this.#run !== 'over') this.#faults.push(`the run is ${this.#run === 'open' ? 'not closed' : 'not begun'}`);
		return this.#faults;
	}

	#fault(event: AgentEvent): string | undefined {
		if (event.type !== 'agent_start' && this.#run !== 'open') return `the run is ${this.#run}`;
		switch (event.type) {
			case 'agent_start':
				return this.#startRun();
			case 'turn_start':
				return this.#startTurn();
			case 'message_start':
				return this.#startMessage(event.message);
			case 'message_update':
				return this.#message?.role === 'assistant' ? undefined : 'no assistant message is open';
			case 'message_end':
				return this.#endMessage(event);
			case 'tool_execution_start':
				return this.#startTool(event.toolCallId, event.toolName);
			case 'tool_execution_update':
				return this.#open.get(event.toolCallId) === event.toolName ? undefined : 'its call is not open';
			case 'tool_execution_end':
				return this.#endTool(event.toolCallId, event.toolName);
			case 'turn_end':
				return this.#endTurn();
			case 'retry':
				return this.#turn === 'answering' || this.#turn === 'prompting'
					? this.#nothingOpen()
					: 'a retry stands outside a model call';
			case 'error':
				return this.#sayError();
			case 'agent_end':
				return this.#endRun();
		}
	}

	#startRun(): string | undefined {
		if (this.#run !== 'before') return 'a run begins once';
		this.#run = 'open';
		return undefined;
	}

	#startTurn(): string | undefined {
		if (this.#turn !== 'closed') return 'a turn is open';
		if (this.#error) return 'a turn begins after the error';
		this.#turn = 'prompting';
		return undefined;
	}

	#startMessage(message: {
		readonly id: string;
		readonly role: string;
		readonly toolCallId?: string;
	}): string | undefined {
		if (this.#turn === 'closed') return 'no turn is open';
		if (this.#message !== undefined) return `message ${this.#message.id} is open`;
		this.#message = message;
		if (message.role === 'assistant') return this.#enter('answering', ['prompting', 'answering']);
		if (message.role !== 'tool')
			return this.#turn === 'prompting' ? undefined : `a ${message.role} message comes too late`;
		const wanted = this.#wanted.shift();
		if (wanted !== message.toolCallId)
			return `the result of ${message.toolCallId} comes where that of ${wanted} is due`;
		if (!this.#ended.has(message.toolCallId ?? '')) return 'its call has not ended';
		return this.#enter('results', ['tools', 'results']);
	}

	#endMessage(event: AgentEvent & { type: 'message_end' }): string | undefined {
		if (this.#message?.id !== event.message.id) return 'another message is open, or none';
		this.#message = undefined;
		if (event.message.role !== 'assistant' || event.discarded) return undefined;
		if (this.#wanted.length > 0) return 'a second answer is kept while calls of the first have no result';
		this.#wanted = toolCalls(event.message).map(({ id }) => id);
		return undefined;
	}

	#startTool(id: string, name: string): string | undefined {
		if (this.#open.has(id) || this.#ended.has(id)) return 'the call began before';
		this.#open.set(id, name);
		if (!this.#wanted.includes(id)) return 'no kept message of this turn asked for it';
		return this.#message === undefined ? this.#enter('tools', ['answering', 'tools']) : 'a message is open';
	}

	#endTool(id: string, name: string): string | undefined {
		const open = this.#open.get(id);
		this.#open.delete(id);
		this.#ended.add(id);
		return open === name ? undefined : 'its call is not open';
	}

	#endTurn(): string | undefined {
		if (this.#turn === 'closed') return 'no turn is open';
		this.#turn = 'closed';
		if (this.#wanted.length > 0) return `calls without a result: ${this.#wanted.join(', ')}`;
		return this.#nothingOpen();
	}

	#sayError(): string | undefined {
		if (this.#error) return 'a second error';
		this.#error = true;
		if (this.#turn !== 'closed') this.#turn = 'failed';
		return this.#wanted.length > 0 ? `calls without a result: ${this.#wanted.join(', ')}` : this.#nothingOpen();
	}

	#endRun(): string | undefined {
		this.#run = 'over';
		return this.#turn === 'closed' ? this.#nothingOpen() : 'a turn is open';
	}

	#enter(next: 'answering' | 'tools' | 'results', from: readonly string[]): string | undefined {
		const before = this.#turn;
		this.#turn = next;
		return from.includes(before) ? undefined : `it follows ${before}`;
	}

	#nothingOpen(): string | undefined {
		if (this.#message !== undefined) return `message ${this.#message.id} is open`;
		return this.#open.size === 0 ? undefined : `calls are open: ${[...this.#open.keys()].join(', ')}`;
	}
}
