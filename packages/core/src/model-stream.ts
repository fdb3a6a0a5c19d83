import { ModelError } from './errors.ts';
import type { Model, ModelChunk, ModelRequest } from './model.ts';
import type { Run } from './run.ts';

type Batch = readonly ModelChunk[];

/** A model's stream with its idle time-out: the only place that waits for a model. Call `close` on every path. */
export class ModelStream {
	readonly #run: Run;
	readonly #open: () => AsyncIterable<Batch>;
	#iterator: AsyncIterator<Batch> | undefined;
	/** Since when the model is waited for; nothing while its chunks are dealt with, however long that takes. */
	#silentSince: number | undefined;
	#callOff: () => void;

	constructor(run: Run, model: Model, request: ModelRequest) {
		this.#run = run;
		this.#open = () => model.stream(request, run.signal);
		this.#callOff = this.#watch(run.config.idleTimeoutMs);
	}

	/** The next network read; call `heard` when it is there. Rejects with what the model threw, `TIMEOUT`, or `Interrupted`. */
	read(): Promise<IteratorResult<Batch>> {
		this.#iterator ??= this.#open()[Symbol.asyncIterator]();
		this.#silentSince = this.#run.config.clock.elapsed();
		return this.#run.waiter.wait(this.#iterator.next());
	}

	/** The model is not waited for until the next read. Apart from `read`, so that a read costs one promise. */
	heard(): void {
		this.#silentSince = undefined;
	}

	/** Lets the provider close its connection; nobody waits for that. */
	close(): void {
		this.#callOff();
		void this.#return().catch(() => undefined);
	}

	async #return(): Promise<void> {
		await this.#iterator?.return?.();
	}

	/** Looks again when the stream could have been silent for long enough, so that a read costs no timer of its own. */
	#watch(ms: number): () => void {
		return this.#run.config.clock.after(ms, () => {
			const { clock, idleTimeoutMs } = this.#run.config;
			const now = clock.elapsed();
			const left = idleTimeoutMs - (now - (this.#silentSince ?? now));
			if (left > 0) this.#callOff = this.#watch(left);
			else this.#run.waiter.fail(new ModelError('TIMEOUT', `the model was silent for ${idleTimeoutMs} ms`));
		});
	}
}
