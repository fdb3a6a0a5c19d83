import { type ErrorInfo, errorInfo } from './errors.ts';
import type { Message, ModelMessage } from './messages.ts';
import type { Model, ModelRequest } from './model.ts';
import { dropCustomMessages, repairSequence } from './request-view.ts';
import { retryDelay } from './retry.ts';
import { type Run, RunFailure } from './run.ts';
import { offeredTools, type Settings } from './state.ts';
import { type KeptAnswer, streamAssistant } from './stream-assistant.ts';
import { Interrupted, isThenable } from './wait.ts';

/** One turn's model call with its retries and its one recovery from an overflow. Rejects with `RunFailure` or `Interrupted`. */
export async function callModel(run: Run): Promise<KeptAnswer> {
	const { settings } = run.state;
	const model = requireModel(settings);
	const { retry, random } = run.config;
	let request = await buildRequest(run, settings);
	let recovered = false;
	for (let attempt = 1; ; ) {
		const outcome = await streamAssistant(run, model, request);
		if (outcome.kind === 'kept') return outcome;
		const { error } = outcome;
		if (error.code === 'CONTEXT_OVERFLOW' && !recovered && (await recover(run, error))) {
			recovered = true;
			await run.emit({ type: 'retry', attempt: 1, maxAttempts: 1, delayMs: 0, error });
			request = await buildRequest(run, settings);
			continue;
		}
		if (!error.retryable || attempt >= retry.maxAttempts) throw new RunFailure(error);
		const delayMs = retryDelay(retry, attempt, error, random());
		await run.emit({ type: 'retry', attempt, maxAttempts: retry.maxAttempts, delayMs, error });
		await pause(run, delayMs);
		attempt++;
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

/** Whether somebody made the next request shorter. One who fails did not: the overflow stays the error. */
async function recover(run: Run, error: ErrorInfo): Promise<boolean> {
	const { recoverOverflow } = run.config.gates;
	if (recoverOverflow === undefined) return false;
	try {
		const answer = recoverOverflow(error, run.signal);
		return (isThenable(answer) ? await run.waiter.wait(answer) : answer) === true;
	} catch (thrown) {
		if (thrown instanceof Interrupted) throw thrown;
		const message = `${error.message} (and it could not be made shorter: ${errorInfo(thrown).message})`;
		throw new RunFailure({ ...error, message });
	}
}

async function buildRequest(run: Run, settings: Settings): Promise<ModelRequest> {
	const { systemPrompt, thinkingLevel } = settings;
	const messages = await shownMessages(run, settings);
	const tools = offeredTools(settings).map(({ name, description, jsonSchema }) => ({ name, description, jsonSchema }));
	let read: readonly ModelMessage[] | undefined;
	return {
		systemPrompt,
		get messages() {
			read ??= messages();
			return read;
		},
		tools,
		thinkingLevel,
	};
}

/** History as the gate and the converter want it shown; where neither changes it, a long history costs no more than a short one. */
async function shownMessages(run: Run, settings: Settings): Promise<() => readonly ModelMessage[]> {
	const { history } = run.state;
	const { convertToModel, gates } = run.config;
	const asked = gates.transformContext === undefined && convertToModel === undefined ? history : history.slice();
	const shown = await transformed(run, settings, asked);
	if (shown === asked && convertToModel === undefined) return run.view.of(history);
	const repaired = repairSequence((convertToModel ?? dropCustomMessages)(shown));
	return () => repaired;
}

async function transformed(
	run: Run,
	{ systemPrompt, thinkingLevel }: Settings,
	messages: readonly Message[],
): Promise<readonly Message[]> {
	const { transformContext } = run.config.gates;
	if (transformContext === undefined) return messages;
	try {
		const answer = transformContext({ messages, systemPrompt, thinkingLevel }, run.signal);
		return isThenable(answer) ? await run.waiter.wait(answer) : answer;
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
