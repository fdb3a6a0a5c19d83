import type { MessageUpdate } from '@myelin/core';
import type { Envelope } from './events.ts';
import { continues, MergedUpdate } from './merged-update.ts';

/** Deltas of one block, kept as one text: `ends[i]` is where the text of seq `first.seq + i` ends. */
interface DeltaRecord {
	readonly kind: 'deltas';
	readonly first: Envelope;
	last: Envelope;
	text: string;
	readonly ends: number[];
}

interface OneRecord {
	readonly kind: 'one';
	readonly first: Envelope;
}

type Record = DeltaRecord | OneRecord;

/** What a ring answers a reader: what comes next, that it reaches back no further than `oldest`, or that there is no more. */
export type Reading =
	| { readonly kind: 'next'; readonly envelope: Envelope }
	| { readonly kind: 'gone'; readonly oldest: number }
	| { readonly kind: 'end' };

/** About the bytes that a ring holds on to at most. */
const defaultLimit = 4 << 20;
/** About the bytes of an event without its text, and of a place in `ends`. */
const eventWeight = 250;
const endWeight = 8;

/**
 * The newest envelopes of a session, in a bounded amount of memory. Deltas that follow each other are kept as one text,
 * which can be cut behind any of them.
 */
export class Ring {
	readonly #limit: number;
	#records: Record[] = [];
	/** Records before it are dropped; they go when they are as many as those that stay. */
	#head = 0;
	#weight = 0;
	#newest: number;

	/** A ring without envelopes, whose next one has a number above `newest`. */
	constructor(newest: number, limit = defaultLimit) {
		this.#newest = newest;
		this.#limit = limit;
	}

	/** The number of the newest envelope that was put in. */
	get newest(): number {
		return this.#newest;
	}

	/** Puts in the next envelope, and drops the oldest ones where there is no more room. */
	push(envelope: Envelope): void {
		this.#newest = envelope.seq;
		const { event } = envelope;
		if (event.type === 'message_update') this.#pushUpdate(envelope, event);
		else this.#add({ kind: 'one', first: envelope });
		while (this.#weight > this.#limit && this.#head < this.#records.length - 1) this.#drop();
	}

	/** What follows `seq`, with `seq` as its `prev`; deltas up to `apart` each by itself, so that a reader may leave out any. */
	after(seq: number, apart = 0): Reading {
		if (seq >= this.#newest) return { kind: 'end' };
		const oldest = this.#records[this.#head]?.first;
		if (oldest === undefined) return { kind: 'gone', oldest: this.#newest + 1 };
		if (seq < oldest.prev) return { kind: 'gone', oldest: oldest.seq };
		return { kind: 'next', envelope: envelopeAfter(this.#recordAfter(seq), seq, apart) };
	}

	#pushUpdate(envelope: Envelope, event: MessageUpdate): void {
		const open = this.#records.at(-1);
		if (open?.kind !== 'deltas' || !this.#fits(open, event)) {
			this.#add({ kind: 'deltas', first: envelope, last: envelope, text: event.delta, ends: [event.delta.length] });
			return;
		}
		open.text += event.delta;
		open.last = envelope;
		open.ends.push(open.text.length);
		this.#weight += event.delta.length + endWeight;
	}

	/** A record is small against the ring: the oldest is dropped whole, and with it as little as possible. */
	#fits(open: DeltaRecord, event: MessageUpdate): boolean {
		return weightOf(open) < this.#limit / 16 && continues(open.last.event as MessageUpdate, event);
	}

	#add(record: Record): void {
		this.#records.push(record);
		this.#weight += weightOf(record);
	}

	#drop(): void {
		this.#weight -= weightOf(this.#records[this.#head] as Record);
		this.#head++;
		if (this.#head * 2 < this.#records.length) return;
		this.#records = this.#records.slice(this.#head);
		this.#head = 0;
	}

	/** The first record that holds something behind `seq`. */
	#recordAfter(seq: number): Record {
		let low = this.#head;
		let high = this.#records.length - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (lastSeq(this.#records[middle] as Record) > seq) high = middle;
			else low = middle + 1;
		}
		return this.#records[low] as Record;
	}
}

function lastSeq(record: Record): number {
	return record.kind === 'one' ? record.first.seq : record.last.seq;
}

function weightOf(record: Record): number {
	if (record.kind === 'deltas') return eventWeight + record.text.length + record.ends.length * endWeight;
	const { event } = record.first;
	const isProgress = event.type === 'tool_execution_update' && event.kind === 'progress';
	return eventWeight + (isProgress ? event.update.delta.length : 0);
}

function envelopeAfter(record: Record, seq: number, apart: number): Envelope {
	const { first } = record;
	if (record.kind === 'one' || record.ends.length === 1) return first.prev === seq ? first : { ...first, prev: seq };
	const cut = record.ends[seq - first.seq];
	const isApart = seq < apart;
	const next = Math.max(seq + 1, first.seq);
	const end = isApart ? record.ends[next - first.seq] : undefined;
	const opening = cut === undefined ? (first.event as MessageUpdate).block : undefined;
	const later = end === undefined ? 0 : record.text.length - end;
	const last = record.last.event as MessageUpdate;
	const event = new MergedUpdate(record.text.slice(cut ?? 0, end), opening, last, later);
	return { ...record.last, seq: isApart ? next : record.last.seq, prev: seq, event };
}
