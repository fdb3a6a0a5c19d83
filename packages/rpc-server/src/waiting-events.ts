import type { MessageUpdate } from '@myelin/core';
import type { Envelope } from '@myelin/session';
import { weightOf } from './event-weight.ts';

/** A merged delta does not grow beyond so many characters, so that no frame becomes large by waiting. */
const longestDelta = 32 << 10;

interface Item {
	/** The newest envelope that it stands for. */
	last: Envelope;
	/** The text of all its deltas; only with updates. */
	delta: string;
	/** The block that the first of its deltas opens. */
	readonly block: MessageUpdate['block'];
	weight: number;
}

/** Events that wait for one client, in order. Where many wait, adjacent deltas of one block wait as one. */
export class WaitingEvents {
	#items: Item[] = [];
	/** Items before it have been taken. */
	#head = 0;
	#weight = 0;
	readonly #mergeFrom: number;
	readonly #apart: number;

	/** A delta merges only while at least `mergeFrom` events wait; `Infinity` where each goes by itself, as all do up to `apart`. */
	constructor(mergeFrom: number, apart = 0) {
		this.#mergeFrom = mergeFrom;
		this.#apart = apart;
	}

	/** About the bytes of all of them. */
	get weight(): number {
		return this.#weight;
	}

	get count(): number {
		return this.#items.length - this.#head;
	}

	/** About the bytes of the first of them, 0 if there is none. */
	get nextWeight(): number {
		return this.#items[this.#head]?.weight ?? 0;
	}

	push(envelope: Envelope): void {
		const { event } = envelope;
		if (event.type === 'message_update' && this.#merge(envelope, event)) return;
		const weight = weightOf(event);
		const update = event.type === 'message_update' ? event : undefined;
		this.#items.push({ last: envelope, delta: update?.delta ?? '', block: update?.block, weight });
		this.#weight += weight;
	}

	/** Takes the first of them; deltas that were merged carry the number of the last. */
	shift(): Envelope | undefined {
		const item = this.#items[this.#head];
		if (item === undefined) return undefined;
		this.#head += 1;
		this.#weight -= item.weight;
		if (this.#head * 2 >= this.#items.length) {
			this.#items = this.#items.slice(this.#head);
			this.#head = 0;
		}
		return envelopeOf(item);
	}

	clear(): void {
		this.#items = [];
		this.#head = 0;
		this.#weight = 0;
	}

	#merge(envelope: Envelope, event: MessageUpdate): boolean {
		const item = this.#items.at(-1);
		if (item === undefined || this.count < this.#mergeFrom || item.last.seq <= this.#apart) return false;
		if (item.delta.length + event.delta.length > longestDelta || !continues(item.last.event, event)) return false;
		item.last = envelope;
		item.delta += event.delta;
		item.weight += event.delta.length;
		this.#weight += event.delta.length;
		return true;
	}
}

function continues(last: Envelope['event'], next: MessageUpdate): boolean {
	return last.type === 'message_update' && last.deltaKind === next.deltaKind && last.contentIndex === next.contentIndex;
}

function envelopeOf({ last, delta, block }: Item): Envelope {
	const { event } = last;
	if (event.type !== 'message_update' || event.delta.length === delta.length) return last;
	const { type, deltaKind, contentIndex, chunk } = event;
	const merged: MessageUpdate = {
		type,
		delta,
		deltaKind,
		contentIndex,
		...(block === undefined ? {} : { block }),
		chunk,
		get message() {
			return event.message;
		},
	};
	return { ...last, event: merged };
}
