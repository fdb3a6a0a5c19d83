import {
	type Clock,
	errorInfo,
	type Model,
	type ModelChunk,
	ModelError,
	noUsage,
	type StopReason,
	type Usage,
} from '@myelin/core';
import type { LlmCallEntry } from './entries.ts';

/** A question to a model beside the conversation: one text, without tools. */
export interface SideQuestion {
	readonly systemPrompt: string;
	readonly text: string;
}

/** What a model answered. */
export interface SideAnswer {
	readonly text: string;
	readonly stopReason: StopReason;
	/** Absent if the model told none. */
	readonly usage: Usage | undefined;
}

/** A call of a model beside the conversation, as it is recorded. */
export type SideCall = Pick<LlmCallEntry['data'], 'stopReason' | 'usage' | 'errorCode' | 'totalMs'>;

/** What bounds a side request. */
export interface SideLimits {
	readonly clock: Clock;
	/** Ends the request at once, and closes the model's connection. */
	readonly signal: AbortSignal;
	/** Milliseconds that the model may be silent. */
	readonly idleTimeoutMs: number;
	/** UTF-16 units that an answer may have: one that goes on is given up. */
	readonly maxLength: number;
}

/**
 * Asks a model something beside the conversation; nothing of it enters history. Rejects with `ModelError`: `TIMEOUT` if the model is
 * silent for too long, `STREAM_BROKEN` if it ends without an end, `INVALID_REQUEST` if its answer is too long, what the model threw
 * otherwise; and with the signal's reason.
 */
export function askAside(model: Model, question: SideQuestion, limits: SideLimits): Promise<SideAnswer> {
	return askRecorded(model, question, limits, () => undefined);
}

/**
 * Asks as `askAside` does; `called` records the call, whatever came of it, with what the model said by then that it used.
 * Rejects also with what recording threw.
 */
export async function askRecorded(
	model: Model,
	question: SideQuestion,
	limits: SideLimits,
	called: (call: SideCall) => void | Promise<void>,
): Promise<SideAnswer> {
	limits.signal.throwIfAborted();
	const since = limits.clock.elapsed();
	const request = new SideRequest(model, question, limits);
	const factsOf = (how: Pick<SideCall, 'stopReason' | 'errorCode'>): SideCall => {
		const { usage } = request;
		return { ...how, totalMs: Math.round(limits.clock.elapsed() - since), ...(usage === undefined ? {} : { usage }) };
	};
	const answer = await request.answer().catch(async (error: unknown) => {
		request.close();
		await called(factsOf(failureOf(error, limits.signal)));
		throw error;
	});
	request.close();
	await called(factsOf({ stopReason: answer.stopReason }));
	return answer;
}

function failureOf(error: unknown, { aborted }: AbortSignal): Pick<SideCall, 'stopReason' | 'errorCode'> {
	return aborted ? { stopReason: 'aborted' } : { stopReason: 'error', errorCode: errorInfo(error).code };
}

class SideRequest {
	readonly #limits: SideLimits;
	readonly #name: string;
	readonly #controller = new AbortController();
	readonly #iterator: AsyncIterator<readonly ModelChunk[]>;
	readonly #onAbort = () => this.#fail(this.#limits.signal.reason);
	/** Rejects what is waited for now. */
	#reject: (reason: unknown) => void = () => undefined;
	#text = '';
	/** What the model said so far that it used. */
	usage: Usage | undefined;

	constructor(model: Model, { systemPrompt, text }: SideQuestion, limits: SideLimits) {
		this.#limits = limits;
		this.#name = `${model.provider}/${model.id}`;
		limits.signal.addEventListener('abort', this.#onAbort, { once: true });
		const content = [{ type: 'text', text }] as const;
		const message = { id: 'aside', role: 'user', timestamp: limits.clock.now(), content } as const;
		const request = { systemPrompt, messages: [message], tools: [], thinkingLevel: 'off' } as const;
		this.#iterator = model.stream(request, this.#controller.signal)[Symbol.asyncIterator]();
	}

	async answer(): Promise<SideAnswer> {
		for (let read = await this.#read(); !read.done; read = await this.#read()) {
			for (const chunk of read.value) {
				if (chunk.type === 'done') return { text: this.#text, stopReason: chunk.stopReason, usage: this.usage };
				this.#take(chunk);
				this.#assertLength();
			}
		}
		throw new ModelError('STREAM_BROKEN', `the stream of ${this.#name} ended before it was done`);
	}

	/** The provider closes its connection; nobody waits for that. */
	close(): void {
		this.#limits.signal.removeEventListener('abort', this.#onAbort);
		this.#controller.abort();
		void this.#return().catch(() => undefined);
	}

	async #return(): Promise<void> {
		await this.#iterator.return?.();
	}

	#take(chunk: ModelChunk): void {
		if (chunk.type === 'text_delta') this.#text += chunk.delta;
		if (chunk.type === 'block' && chunk.block.type === 'text') this.#text += chunk.block.text;
		if (chunk.type === 'usage') this.usage = { ...noUsage, ...this.usage, ...chunk.usage };
	}

	#assertLength(): void {
		const { maxLength } = this.#limits;
		if (this.#text.length > maxLength)
			throw new ModelError('INVALID_REQUEST', `${this.#name} did not come to an end within ${maxLength} characters`);
	}

	#read(): Promise<IteratorResult<readonly ModelChunk[]>> {
		const { clock, idleTimeoutMs } = this.#limits;
		return new Promise((resolve, reject) => {
			const callOff = clock.after(idleTimeoutMs, () =>
				this.#fail(new ModelError('TIMEOUT', `${this.#name} was silent for ${idleTimeoutMs} ms`)),
			);
			const settle =
				<T>(act: (value: T) => void) =>
				(value: T) => {
					callOff();
					act(value);
				};
			this.#reject = settle(reject);
			this.#iterator.next().then(settle(resolve), this.#reject);
		});
	}

	#fail(reason: unknown): void {
		this.#reject(reason);
	}
}
