import type { Clock, ModelRef } from '@myelin/core';
import type { Archive } from './archive.ts';
import type { SessionFacts } from './concern.ts';
import type { OwnEvent, SessionEndReason, SessionEvent } from './events.ts';
import { FailureReport } from './failure-report.ts';
import { Hearing } from './hearing.ts';
import type { HookScope, SessionHooks } from './hooks.ts';
import type { Prompts } from './prompts.ts';
import { Recorder } from './recorder.ts';
import type { RunDriver } from './run-driver.ts';
import type { SessionPorts } from './session-options.ts';
import { Stream } from './stream.ts';
import type { WaitingMessages } from './waiting-messages.ts';

/** What the way of an event needs of its session. */
export interface EventPathPorts {
	readonly sessionId: string;
	readonly clock: Clock;
	/** Numbers up to this one have been given before. */
	readonly seq: number;
	readonly replayBytes: number | undefined;
	readonly archive: Archive;
	readonly hooks: SessionHooks;
	readonly concerns: SessionPorts['concerns'];
	readonly prompts: Prompts;
	readonly waiting: WaitingMessages;
	runs(): RunDriver;
	/** The model that is called next, or was called last. */
	model(): ModelRef;
	readonly goalAfter: SessionFacts['goalAfter'];
	scope(signal: AbortSignal): HookScope;
	/** What a subscriber gets that comes too late for the events between `from` and `to`. */
	gapEvent(from: number, to: number): SessionEvent;
	report(text: string): void;
}

/** The way of every event: heard of the kernel or said by the session, numbered, observed, written, and told. */
export class EventPath {
	readonly stream: Stream;
	readonly recorder: Recorder;
	readonly hearing: Hearing;
	readonly #ports: EventPathPorts;
	#isOver = false;

	constructor(ports: EventPathPorts) {
		this.#ports = ports;
		this.recorder = this.#createRecorder();
		this.stream = this.#createStream();
		this.hearing = this.#createHearing();
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		if (!this.#isOver) return this.stream.enter(event, {});
	}

	/** Waits no longer in the live run, neither for subscribers nor for the store. */
	expire(): void {
		this.stream.expire();
		this.recorder.expire();
	}

	/** Says that the session is over, and nothing from here on. Whoever hears it has so many milliseconds to return. */
	async end(reason: SessionEndReason, graceMs: number): Promise<void> {
		const told = this.say({ type: 'session_end', reason });
		this.#isOver = true;
		const callOff = this.#ports.clock.after(graceMs, () => this.expire());
		await told;
		callOff();
	}

	#createRecorder(): Recorder {
		const { archive, concerns, prompts, waiting, model, goalAfter } = this.#ports;
		return new Recorder({
			log: archive.log,
			concerns,
			promptOf: (messageId) => prompts.promptOf(messageId),
			digestOf: (promptId) => prompts.digestOf(promptId),
			wasQueued: (messageId) => waiting.has(messageId),
			queue: () => waiting.update(),
			isNamed: () => archive.isNamed,
			named: (name) => archive.rename(name),
			isAborting: () => this.hearing.isAborting,
			model,
			requestedAt: () => this.hearing.requestedAt,
			goalAfter,
			say: (event) => void this.say(event),
			failRun: (error) => this.hearing.failRun(error),
		});
	}

	#createStream(): Stream {
		const { sessionId, clock, seq, replayBytes, hooks, scope, gapEvent, report } = this.#ports;
		const options = { sessionId, clock, seq };
		return new Stream(replayBytes === undefined ? options : { ...options, ringLimit: replayBytes }, {
			clock,
			reserve: (number) => this.recorder.reserve(number),
			observe: (envelope, signal) => hooks.observe(envelope, scope(signal)),
			record: (envelope) => this.recorder.record(envelope),
			gapEvent,
			failed: (thrown) => this.hearing.failed(thrown),
			slow: (ms) => report(`a subscriber holds session ${sessionId} for more than ${ms} ms`),
		});
	}

	#createHearing(): Hearing {
		const { sessionId, prompts, waiting, runs, report } = this.#ports;
		const failures = new FailureReport({
			say: (event) => this.say(event),
			onDiagnostic: (text) => report(`session ${sessionId}: ${text}`),
		});
		const { recorder, stream } = this;
		return new Hearing({ recorder, stream, prompts, waiting, runs, tell: (error) => failures.tell(error) });
	}
}
