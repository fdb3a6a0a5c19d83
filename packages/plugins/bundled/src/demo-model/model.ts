import { setTimeout as delay } from 'node:timers/promises';
import type { Model, ModelChunk, ModelMessage, ModelRequest } from '@myelin/plugins';
import { askedFailure, failureError } from './asked-failure.ts';
import { exchangeOf, textOf } from './exchange.ts';
import { hopsOf } from './hops.ts';
import { planFor } from './plan.ts';

const slowDelayMs = 80;

/** Waits some milliseconds; rejects with the signal's reason when it aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** What the demo model is made with. `delayMs` is the time between words; `pause` is replaced in tests. */
export interface DemoOptions {
	readonly delayMs?: number;
	readonly pause?: Pause;
}

/**
 * The demo model: rules instead of intelligence, no network, the same answer to the same request. The one thing it remembers is how often a
 * prompt that asks for failures (`fail with overloaded twice`) has failed, by the identity of that user message and only while it lives:
 * a retry sends the same message again, a new prompt starts anew.
 */
export function createDemoModel({ delayMs = 0, pause = realPause }: DemoOptions = {}): Model {
	const failures = new WeakMap<ModelMessage, number>();
	return {
		id: 'demo',
		provider: 'demo',
		name: 'Demo (rules, no network)',
		contextWindow: 128_000,
		maxOutputTokens: 8_192,
		capabilities: { thinking: true, images: false, tools: true },
		async *stream(request: ModelRequest, signal: AbortSignal) {
			const { prompts, later } = exchangeOf(request);
			const failure = dueFailure([...prompts, ...later], failures);
			const slow = /\bslow(?:ly)?\b/i.test(textOf([...prompts, ...later]));
			const hops = hopsOf(planFor(request), request);
			if (failure !== undefined && !failure.midway) throw failure.error;
			const shown = failure === undefined ? hops : hops.slice(0, Math.ceil(hops.length / 2));
			yield* paced(shown, Math.max(delayMs, slow ? slowDelayMs : 0), pause, signal);
			if (failure !== undefined) throw failure.error;
		},
	};
}

async function* paced(hops: readonly (readonly ModelChunk[])[], ms: number, pause: Pause, signal: AbortSignal) {
	for (const hop of hops) {
		signal.throwIfAborted();
		if (ms > 0) await pause(ms, signal);
		yield hop;
	}
}

function dueFailure(messages: readonly ModelMessage[], failures: WeakMap<ModelMessage, number>) {
	for (const message of messages) {
		const failure = askedFailure(textOf([message]));
		if (failure === undefined) continue;
		const attempt = (failures.get(message) ?? 0) + 1;
		if (attempt > failure.times) return undefined;
		failures.set(message, attempt);
		return { midway: failure.midway, error: failureError(failure, attempt) };
	}
	return undefined;
}

async function realPause(ms: number, signal: AbortSignal): Promise<void> {
	try {
		await delay(ms, undefined, { signal });
	} catch {
		signal.throwIfAborted();
	}
}
