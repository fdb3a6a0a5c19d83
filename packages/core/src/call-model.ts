import { type ErrorInfo, errorInfo } from './errors.ts';
import type { AssistantMessage, Message } from './messages.ts';
import type { Model, ModelRequest } from './model.ts';
import { repairSequence } from './request-view.ts';
import { retryDelay } from './retry.ts';
import { type Run, RunFailure } from './run.ts';
import { offeredTools, type Settings } from './state.ts';
import { streamAssistant } from './stream-assistant.ts';
import { Interrupted } from './wait.ts';

/** One turn's model call with its retries. Resolves with the message that was kept, or null if the model said nothing; rejects with `RunFailure` or `Interrupted`. */
export async function callModel(run: Run): Promise<AssistantMessage | null> {
	const { settings } = run.state;
	const model = requireModel(settings);
	const request = await buildRequest(run, settings);
	const { retry, random } = run.config;
	for (let attempt = 1; ; attempt++) {
		const outcome = await streamAssistant(run, model, request);
		if (outcome.kind === 'kept') return outcome.message;
		const { error } = outcome;
		if (!error.retryable || attempt >= retry.maxAttempts) throw new RunFailure(error);
		const delayMs = retryDelay(retry, attempt, error, random());
		await run.emit({ type: 'retry', attempt, maxAttempts: retry.maxAttempts, delayMs, error });
		await pause(run, delayMs);
	}
}

function requireModel({ model }: Settings): Model {
	if (model !== undefined) return model;
	throw new RunFailure({
		code: 'NO_MODEL',
		message: 'a run needs a model and none is set: choose one first',
		retryable: false,
	});
}

async function buildRequest(run: Run, settings: Settings): Promise<ModelRequest> {
	const { systemPrompt, thinkingLevel } = settings;
	const messages = repairSequence(run.config.convertToModel(await contextOf(run, settings)));
	const tools = offeredTools(settings).map(({ name, description, jsonSchema }) => ({ name, description, jsonSchema }));
	return { systemPrompt, messages, tools, thinkingLevel };
}

async function contextOf(run: Run, { systemPrompt, thinkingLevel }: Settings): Promise<readonly Message[]> {
	const { transformContext } = run.config.gates;
	const messages = run.state.history.slice();
	if (transformContext === undefined) return messages;
	try {
		const transformed = transformContext({ messages, systemPrompt, thinkingLevel }, run.signal);
		return Array.isArray(transformed) ? transformed : await run.waiter.wait(Promise.resolve(transformed));
	} catch (thrown) {
		if (thrown instanceof Interrupted) throw thrown;
		throw new RunFailure(hookFailure(errorInfo(thrown)));
	}
}

function hookFailure(error: ErrorInfo): ErrorInfo {
	return { code: 'HOOK_FAILED', message: `the context could not be prepared: ${error.message}`, retryable: false };
}

async function pause(run: Run, ms: number): Promise<void> {
	let callOff = () => {};
	try {
		await run.waiter.wait(
			new Promise<void>((resolve) => {
				callOff = run.config.clock.after(ms, resolve);
			}),
		);
	} finally {
		callOff();
	}
}
