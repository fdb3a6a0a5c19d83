import type { Model, ModelChunk } from '@myelin/core';
import { scriptedModel } from '@myelin/core/testing';

const done: readonly ModelChunk[] = [{ type: 'done', stopReason: 'stop' }];

/** A model that answers each prompt with `batches` network reads of `deltas` deltas, and tells how many reads were asked of it. */
export function burstModel(batches: number, deltas: number, text = 'abcd'): Model & { readonly reads: number } {
	const batch = Array.from({ length: deltas }, (): ModelChunk => ({ type: 'text_delta', index: 0, delta: text }));
	const model = {
		...scriptedModel([]),
		reads: 0,
		async *stream(_request: unknown, signal: AbortSignal) {
			for (let read = 0; read < batches; read++) {
				signal.throwIfAborted();
				model.reads += 1;
				await new Promise((resolve) => setImmediate(resolve));
				yield batch;
			}
			yield done;
		},
	};
	return model;
}

/** Resolves when the model has not been asked for more for a while. */
export async function standstill(model: { readonly reads: number }): Promise<number> {
	for (let before = -1; before !== model.reads; ) {
		before = model.reads;
		for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
	}
	return model.reads;
}
