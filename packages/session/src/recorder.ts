import { type ErrorInfo, errorText, type ToolResult, type UserMessage } from '@myelin/core';
import { ClosingFilter } from './closing-filter.ts';
import { type ConcernTable, concernTable, type Effect, type SessionFacts } from './concern.ts';
import { allConcerns } from './concerns/all.ts';
import type { EntryBody } from './entries.ts';
import type { EntryLog } from './entry-log.ts';
import type { Envelope, OwnEvent, SessionEvent } from './events.ts';
import type { SessionPorts } from './session-options.ts';

/** What a recorder needs of its session. */
export interface RecorderPorts extends Omit<SessionFacts, 'writtenResult'> {
	/** Nothing is written if there is none. */
	readonly log: EntryLog | undefined;
	readonly concerns: SessionPorts['concerns'];
	/** The session has a name from here on, or none. */
	named(name: string | null): void;
	/** Says something after the event under way. */
	say(event: OwnEvent): void;
	/** An event could not be written: the live run is to fail with this. */
	failRun(error: unknown): void;
}

interface Closing {
	readonly error: unknown;
	readonly filter: ClosingFilter;
}

/** Does what the concerns want of each event: what has to last is written before the event is told. */
export class Recorder {
	readonly #ports: RecorderPorts;
	readonly #facts: SessionFacts;
	/** Who is asked before an event is told, and who when it is. */
	readonly #written: ConcernTable;
	readonly #told: ConcernTable;
	/** What tools said whose messages are still to come. */
	readonly #results = new Map<string, ToolResult>();
	readonly #unwritten: UserMessage[] = [];
	#giveUp: (() => void) | undefined;
	/** Set while a run is closed because of a failed write. */
	#closing: Closing | undefined;

	constructor(ports: RecorderPorts) {
		this.#ports = ports;
		const concerns = (ports.concerns ?? allConcerns).map((source) =>
			'forSession' in source ? source.forSession() : source,
		);
		this.#written = concernTable(concerns, 'written');
		this.#told = concernTable(concerns, 'told');
		this.#facts = { ...ports, writtenResult: (toolCallId) => this.#results.get(toolCallId) };
	}

	/** The failed write that the run is being closed for. */
	get failure(): unknown {
		return this.#closing?.error;
	}

	/** What a person said and could not be written, since this was last asked. */
	takeUnwritten(): readonly UserMessage[] {
		return this.#unwritten.splice(0);
	}

	/** A next run: what failed before it is over. */
	begin(): void {
		this.#closing = undefined;
		this.#results.clear();
	}

	/** What is told of a kernel event; nothing if it hangs on what could not be written. */
	pass(event: SessionEvent): SessionEvent | undefined {
		return this.#closing === undefined ? event : this.#closing.filter.pass(event);
	}

	/** Makes a number safe to use; where that fails, the run does. */
	reserve(seq: number): void | Promise<void> {
		try {
			return this.#ports.log?.reserve(seq)?.catch((error) => void this.#close(error));
		} catch (error) {
			this.#close(error);
		}
	}

	/** Writes what the event brings; answers what is told. */
	record(envelope: Envelope): Envelope | Promise<Envelope> {
		const concerns = this.#written.get(envelope.event.type);
		if (concerns === undefined) return this.#tell(envelope);
		const effects = concerns.flatMap((concern) => concern.effects(envelope, this.#facts));
		const entries = effects.flatMap((effect) => (effect.kind === 'write' ? effect.entry : []));
		const { log } = this.#ports;
		if (entries.length === 0 || log === undefined) return this.#done(envelope, entries, effects);
		try {
			const written = log.append(entries, envelope.seq, envelope.at);
			if (written === undefined) return this.#done(envelope, entries, effects);
			return this.#unlessGivenUp(
				envelope,
				written.then(
					() => this.#done(envelope, entries, effects),
					(error) => this.#failed(envelope, error),
				),
			);
		} catch (error) {
			return this.#failed(envelope, error);
		}
	}

	/** Waits for the store no longer: what it has not answered counts as failed. */
	expire(): void {
		this.#giveUp?.();
	}

	#unlessGivenUp(envelope: Envelope, recorded: Promise<Envelope>): Promise<Envelope> {
		return new Promise((resolve) => {
			this.#giveUp = () => {
				const late = new Error('it had not answered when the time to stop was over');
				resolve(this.#failed(envelope, this.#ports.log?.fail(late)));
			};
			void recorded.then((told) => {
				this.#giveUp = undefined;
				resolve(told);
			});
		});
	}

	#done(envelope: Envelope, entries: readonly EntryBody[], effects: readonly Effect[]): Envelope {
		for (const entry of entries) {
			if (entry.type === 'tool_execution') this.#results.set(entry.data.toolCallId, entry.data.result);
			if (entry.type === 'message' && 'resultOf' in entry.data) this.#results.delete(entry.data.resultOf);
			if (entry.type === 'session_info') this.#ports.named(entry.data.name);
		}
		this.#take(effects);
		return this.#tell(envelope);
	}

	#tell(envelope: Envelope): Envelope {
		const concerns = this.#told.get(envelope.event.type);
		if (concerns !== undefined) this.#take(concerns.flatMap((concern) => concern.effects(envelope, this.#facts)));
		return envelope;
	}

	#take(effects: readonly Effect[]): void {
		for (const effect of effects) {
			if (effect.kind === 'say') this.#ports.say(effect.event);
			if (effect.kind === 'sync') void this.#sync();
		}
	}

	#failed(envelope: Envelope, error: unknown): Envelope {
		const { filter } = this.#close(error);
		const { event } = envelope;
		if (event.type !== 'message_end') return this.#tell(envelope);
		if (event.message.role === 'user') this.#unwritten.push(event.message);
		return this.#tell({ ...envelope, event: filter.discard(event) });
	}

	#close(error: unknown): Closing {
		if (this.#closing !== undefined) return this.#closing;
		this.#closing = { error, filter: new ClosingFilter(writeFailure(error)) };
		this.#ports.say({ type: 'session_error', error: writeFailure(error) });
		this.#ports.failRun(error);
		return this.#closing;
	}

	async #sync(): Promise<void> {
		try {
			await this.#ports.log?.lease.sync();
		} catch (error) {
			this.#ports.say({ type: 'session_error', error: writeFailure(error) });
		}
	}
}

/** A failed write as it is told. */
export function writeFailure(error: unknown): ErrorInfo {
	return { code: 'STORE_WRITE_FAILED', message: errorText(error), retryable: false };
}
