import { type ErrorInfo, errorInfo, errorText, isThrown, ModelError } from './errors.ts';
import { MessageBuilder } from './message-builder.ts';
import type { AssistantMessage, StopReason } from './messages.ts';
import type { Model, ModelChunk, ModelRequest } from './model.ts';
import { ModelStream } from './model-stream.ts';
import type { Run } from './run.ts';
import { Interrupted } from './wait.ts';

/** An answer that arrived whole; `message` is null if nothing of it was kept. */
export interface KeptAnswer {
	readonly message: AssistantMessage | null;
	readonly stopReason: StopReason;
}

/** What became of one model call. */
export type Attempt = ({ readonly kind: 'kept' } & KeptAnswer) | { readonly kind: 'failed'; readonly error: ErrorInfo };

/**
 * Turns one model call into message events: a start with the first fragment, an update a delta, and one end on every path.
 * Rejects with `Interrupted` after it has closed its message.
 */
export async function streamAssistant(run: Run, model: Model, request: ModelRequest): Promise<Attempt> {
	const builder = new MessageBuilder(identityOf(run, model));
	const stream = new ModelStream(run, model, request);
	try {
		const stopReason = await consume(run, stream, builder);
		return { kind: 'kept', stopReason, message: await endMessage(run, builder, stopReason) };
	} catch (thrown) {
		const interruption = run.interruption();
		if (interruption?.kind === 'abort') await endAborted(run, builder);
		else await discard(run, builder);
		if (interruption !== undefined)
			throw isThrown(thrown, Interrupted) ? thrown : new Interrupted('the run was interrupted');
		return { kind: 'failed', error: errorInfo(asModelError(thrown)) };
	} finally {
		stream.close();
	}
}

function identityOf({ state, config }: Run, model: Model) {
	const minted = new Set<string>();
	return {
		messageId: config.identify('msg'),
		timestamp: config.clock.now(),
		model: { provider: model.provider, id: model.id },
		callId(providerId: string): string {
			const usable =
				/^[A-Za-z0-9_-]{1,64}$/.test(providerId) && !state.callIds.has(providerId) && !minted.has(providerId);
			const id = usable ? providerId : config.identify('call');
			minted.add(id);
			return id;
		},
	};
}

async function consume(run: Run, stream: ModelStream, builder: MessageBuilder): Promise<StopReason> {
	for (let read = await stream.read(); !read.done; read = await stream.read()) {
		stream.heard();
		for (const chunk of read.value) {
			if (chunk.type === 'done') {
				for (const update of builder.leftovers(chunk)) await run.emit(update);
				return chunk.stopReason;
			}
			const pending = addChunk(run, builder, chunk);
			if (pending !== undefined) await pending;
			const turnOfOthers = run.pacer.step();
			if (turnOfOthers !== undefined) await turnOfOthers;
			if (run.signal.aborted) throw new Interrupted('the run was interrupted');
		}
	}
	throw new ModelError(
		'STREAM_BROKEN',
		`the stream of ${builder.head.model.provider}/${builder.head.model.id} ended before it was done`,
	);
}

function addChunk(run: Run, builder: MessageBuilder, chunk: ModelChunk): void | Promise<void> {
	const first = builder.isEmpty;
	const update = builder.add(chunk);
	if (update === undefined) return;
	if (!first) return run.emit(update);
	const begun = run.emit({ type: 'message_start', message: builder.begun });
	return begun === undefined ? run.emit(update) : begun.then(() => run.emit(update));
}

/** Closes a message that arrived whole; one without content is discarded, but its usage counts. */
async function endMessage(run: Run, builder: MessageBuilder, stopReason: StopReason): Promise<AssistantMessage | null> {
	const message = builder.finish(stopReason);
	if (message.content.length > 0) {
		await run.emit({ type: 'message_end', message });
		return message;
	}
	if (builder.isEmpty && message.usage !== undefined) await run.emit({ type: 'message_start', message: builder.begun });
	if (!builder.isEmpty || message.usage !== undefined)
		await run.emit({ type: 'message_end', message, discarded: true });
	return null;
}

async function endAborted(run: Run, builder: MessageBuilder): Promise<void> {
	if (builder.isEmpty) return;
	const message = builder.finishAborted();
	await run.emit({
		type: 'message_end',
		message,
		...(message.content.length === 0 ? { discarded: true as const } : {}),
	});
}

async function discard(run: Run, builder: MessageBuilder): Promise<void> {
	if (builder.isEmpty) return;
	await run.emit({ type: 'message_end', message: builder.finish('error'), discarded: true });
}

function asModelError(thrown: unknown): ModelError {
	if (isThrown(thrown, ModelError)) return thrown;
	return new ModelError('UNKNOWN', errorText(thrown), { cause: thrown });
}
