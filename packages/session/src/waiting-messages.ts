import type { Agent, Input, Message, UserMessage } from '@myelin/core';
import type { OwnEvent, QueueUpdate } from './events.ts';
import { queueItem } from './queue-item.ts';
import type { Tickets } from './tickets.ts';

/** What waiting messages need of their session. */
export interface WaitingPorts {
	readonly tickets: Tickets;
	/** The agent in whose queue they are. */
	agent(): Agent;
	say(event: OwnEvent): void | Promise<void>;
}

/** The messages that wait for their turn, from the moment they are said until they have entered history. */
export class WaitingMessages {
	readonly #ports: WaitingPorts;
	readonly #ids = new Set<string>();

	constructor(ports: WaitingPorts) {
		this.#ports = ports;
	}

	has(messageId: string): boolean {
		return this.#ids.has(messageId);
	}

	/** What waits, as an event. */
	update(): QueueUpdate {
		const { steering, followUp } = this.#ports.agent().queue;
		return { type: 'queue_update', steering: steering.map(queueItem), followUp: followUp.map(queueItem) };
	}

	/** Queues a message; answers the id that it will have. */
	enqueue(where: 'steer' | 'followUp', input: Input): string {
		const id = this.#ports.agent()[where](input);
		this.#ids.add(id);
		void this.#ports.say(this.update());
		return id;
	}

	/** Takes messages back, all of them if none is named; answers those that did wait. */
	unqueue(itemIds: readonly string[] = [...this.#ids]): readonly string[] {
		const { tickets, agent, say } = this.#ports;
		const removed = itemIds.filter((itemId) => this.#ids.delete(itemId) && agent().unqueue(itemId));
		for (const itemId of removed) tickets.drop(itemId);
		if (removed.length > 0) void say(this.update());
		return removed;
	}

	/** Takes all messages out of the agent's queue, in the order in which it would take them: a run is about to begin with them. */
	takeAll(): readonly Message[] {
		const agent = this.#ports.agent();
		const { steering, followUp } = agent.queue;
		return [...steering, ...followUp].filter(({ id }) => agent.unqueue(id));
	}

	/** A message has entered history. */
	entered(messageId: string): void {
		this.#ids.delete(messageId);
	}

	/** Messages whose writing failed have left the agent's queue, but never entered history: they wait again. */
	requeue(unwritten: readonly UserMessage[]): void {
		const agent = this.#ports.agent();
		const waiting = new Set([...agent.queue.steering, ...agent.queue.followUp].map(({ id }) => id));
		for (const message of unwritten) {
			if (this.has(message.id) && !waiting.has(message.id)) agent.steer({ messages: [message] });
		}
	}
}
