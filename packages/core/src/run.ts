import type { Budget } from './after-turn.ts';
import type { Clock } from './clock.ts';
import type { ErrorInfo } from './errors.ts';
import type { AgentEvent, EndReason } from './events.ts';
import type { Gates } from './gates.ts';
import type { Identify } from './identify.ts';
import type { Message, ModelMessage } from './messages.ts';
import type { Pacer } from './pacer.ts';
import type { RepeatPolicy } from './repeats.ts';
import type { RequestView } from './request-view.ts';
import type { RetryPolicy } from './retry.ts';
import type { KernelState } from './state.ts';
import type { Waiter } from './wait.ts';

/** How an agent runs; fixed for its life. Milliseconds. */
export interface RunConfig {
	readonly gates: Gates;
	/** The working folder that tools are given. */
	readonly cwd: string;
	readonly maxTurns: number;
	readonly budget: Budget;
	readonly maxConcurrentTools: number;
	/** How long a tool may run that does not say so itself. */
	readonly toolTimeoutMs: number;
	/** UTF-16 units that the texts of one tool result may hold. */
	readonly maxResultChars: number;
	readonly repeats: RepeatPolicy;
	/** How long tools and listeners may take to stop. */
	readonly abortGraceMs: number;
	readonly retry: RetryPolicy;
	/** How long a model's stream may be quiet before it counts as `TIMEOUT`. */
	readonly idleTimeoutMs: number;
	/** Whether queued messages are taken one a turn or all at once. */
	readonly takeSteering: 'one' | 'all';
	readonly takeFollowUps: 'one' | 'all';
	/** What a model is shown of history; nothing for the default, which drops custom messages. */
	readonly convertToModel: ((messages: readonly Message[]) => readonly ModelMessage[]) | undefined;
	readonly clock: Clock;
	readonly identify: Identify;
	/** A number in [0, 1). */
	random(): number;
}

/** Why a run was interrupted; a listener's failure outweighs an abort. */
export type Interruption =
	| { readonly kind: 'abort'; readonly reason: string | undefined }
	| { readonly kind: 'listener'; readonly thrown: unknown };

/** The abort that a signal tells of, or nothing while it has not aborted. */
export function abortOf(signal: AbortSignal): Interruption | undefined {
	if (!signal.aborted) return undefined;
	return { kind: 'abort', reason: typeof signal.reason === 'string' ? signal.reason : undefined };
}

/** How a run ends, decided before it is closed. */
export interface Ending {
	readonly reason: EndReason;
	readonly error?: ErrorInfo;
}

/** Says an event; returns nothing when every listener returned at once. */
export type Emit = (event: AgentEvent) => void | Promise<void>;

/** A live run, as its parts see it. */
export interface Run {
	readonly state: Readonly<KernelState>;
	readonly config: RunConfig;
	readonly emit: Emit;
	readonly signal: AbortSignal;
	/** Why `signal` aborted; nothing while it has not. */
	interruption(): Interruption | undefined;
	/** Waits until the run is interrupted. */
	readonly waiter: Waiter;
	/** Waits until an interrupted run's grace is over. */
	readonly graceful: Waiter;
	/** Calls `action` when the person interjects; returns what undoes it. */
	onInterjection(action: () => void): () => void;
	/** What the model is shown of history where nobody changes it. */
	readonly view: RequestView;
	/** Lets timers and input in between. */
	readonly pacer: Pacer;
}

/** Ends a run from inside with an error of its own, as opposed to an interruption. */
export class RunFailure extends Error {
	override readonly name = 'RunFailure';
	readonly info: ErrorInfo;

	constructor(info: ErrorInfo) {
		super(info.message);
		this.info = info;
	}
}
