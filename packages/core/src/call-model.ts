import { type ErrorInfo, errorInfo, isThrown } from './errors.ts';
import type { ModelMessage } from './messages.ts';
import type { Model, ModelRequest, ThinkingLevel } from './model.ts';
import { dropCustomMessages, repairSequence } from './request-view.ts';
import { retryDelay } from './retry.ts';
import { type Run, RunFailure } from './run.ts';
import { offeredTools, type Settings } from './state.ts';
import { type KeptAnswer, streamAssistant } from './stream-assistant.ts';
import { kindOf } from './value-at.ts';
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
		if (isThrown(thrown, Interrupted)) throw thrown;
		const message = `${error.message} (and it could not be made shorter: ${errorInfo(thrown).message})`;
		throw new RunFailure({ ...error, message });
	}
}

async function buildRequest(run: Run, settings: Settings): Promise<ModelRequest> {
	const { thinkingLevel } = settings;
	const { systemPrompt: promptGate, modelRequest } = run.config.gates;
	const systemPrompt = await askGate(run, 'system prompt', promptGate, settings.systemPrompt, settings.systemPrompt);
	const messages = await shownMessages(run, systemPrompt, thinkingLevel);
	const tools = offeredTools(settings).map(({ name, description, jsonSchema }) => ({ name, description, jsonSchema }));
	let read: readonly ModelMessage[] | undefined;
	const request: ModelRequest = {
		systemPrompt,
		get messages() {
			read ??= messages();
			return read;
		},
		tools,
		thinkingLevel,
	};
	return askGate(run, 'request', modelRequest, request, request);
}

/** History as the gate and the converter want it shown; where neither changes it, a long history costs no more than a short one. */
async function shownMessages(
	run: Run,
	systemPrompt: string,
	thinkingLevel: ThinkingLevel,
): Promise<() => readonly ModelMessage[]> {
	const { history } = run.state;
	const { convertToModel, gates } = run.config;
	const { transformContext } = gates;
	const asked = transformContext === undefined && convertToModel === undefined ? history : history.slice();
	const payload = { messages: asked, systemPrompt, thinkingLevel };
	const shown = await askGate(run, 'context', transformContext, payload, asked);
	if (shown === asked && convertToModel === undefined) return run.view.of(history);
	const repaired = repairSequence((convertToModel ?? dropCustomMessages)(shown));
	return () => repaired;
}

/** What a gate answers; without one, what stands already. */
async function askGate<P, A>(
	run: Run,
	what: string,
	gate: ((payload: P, signal: AbortSignal) => A | Promise<A>) | undefined,
	payload: P,
	standing: A,
): Promise<A> {
	if (gate === undefined) return standing;
	try {
		const answer: unknown = gate(payload, run.signal);
		const given = isThenable(answer) ? await run.waiter.wait(answer) : answer;
		if (shapeOf(given) === shapeOf(standing)) return given as A;
		throw new TypeError(`${shapeOf(standing)} was asked for, and ${kindOf(given)} was answered`);
	} catch (thrown) {
		if (isThrown(thrown, Interrupted)) throw thrown;
		throw new RunFailure(hookFailure(what, errorInfo(thrown)));
	}
}

function shapeOf(value: unknown): 'a text' | 'a list' | 'an object' | 'something else' {
	if (typeof value === 'string') return 'a text';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' && value !== null ? 'an object' : 'something else';
}

function hookFailure(what: string, error: ErrorInfo): ErrorInfo {
	return { code: 'HOOK_FAILED', message: `the ${what} could not be prepared: ${error.message}`, retryable: false };
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
