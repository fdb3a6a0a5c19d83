import type { PromptOutcome, Session } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import { given, inputOf } from './session.ts';

/** Runs a prompt; the answer follows all its events. */
export async function prompt(
	params: Params<'session/prompt'>,
	client: Client,
	call: Call,
): Promise<Result<'session/prompt'>> {
	const session = client.parts.sessions.get(params.sessionId);
	const input = inputOf('session/prompt', params);
	const { promptId, whenBusy = 'reject', model, thinkingLevel, tools } = params;
	const options = { promptId, whenBusy, ...given({ model, thinkingLevel, tools }) };
	const outcome = passedOn(session.prompt(input, options), () => client.passed(session.id));
	return call.signal.aborted
		? cancelled(session, promptId, outcome)
		: orCancelled(session, promptId, outcome, call.signal);
}

/** What a prompt came to, however it ended, is told only after its events. */
async function passedOn(outcome: Promise<PromptOutcome>, passed: () => Promise<void>): Promise<PromptOutcome> {
	try {
		return await outcome;
	} finally {
		await passed();
	}
}

function orCancelled(
	session: Session,
	promptId: string,
	outcome: Promise<PromptOutcome>,
	signal: AbortSignal,
): Promise<PromptOutcome> {
	return new Promise((resolve, reject) => {
		const cancel = () => cancelled(session, promptId, outcome).then(resolve, reject);
		signal.addEventListener('abort', cancel, { once: true });
		const settle = () => signal.removeEventListener('abort', cancel);
		outcome.then(
			(value) => {
				if (!signal.aborted) resolve(value);
				settle();
			},
			(thrown) => {
				reject(thrown);
				settle();
			},
		);
	});
}

/** What a cancel does depends on where the prompt is; the answer is an error in every case. */
async function cancelled(session: Session, promptId: string, outcome: Promise<PromptOutcome>): Promise<never> {
	const place = session.cancelPrompt(promptId);
	switch (place) {
		case 'aborting': {
			const ended = await outcome;
			const summary = 'summary' in ended ? { summary: ended.summary } : {};
			throw new ServerError('CANCELLED', 'the prompt was cancelled and its run aborted', { data: summary });
		}
		case 'removed':
			outcome.catch(() => undefined);
			throw new ServerError('CANCELLED', 'the prompt was cancelled while it waited');
		case 'taken':
			outcome.catch(() => undefined);
			throw new ServerError(
				'CANCELLED',
				"the prompt was cancelled after another prompt's run had taken it; that run goes on",
			);
		case 'unknown': {
			await outcome;
			throw new ServerError('CANCELLED', 'the prompt was cancelled after it had been answered');
		}
	}
}

/** Says something to the live run. */
export async function steer(params: Params<'session/steer'>, client: Client): Promise<Result<'session/steer'>> {
	return { itemId: await client.parts.sessions.get(params.sessionId).steer(inputOf('session/steer', params)) };
}

/** Says something that is taken when the run would stop. */
export async function followUp(
	params: Params<'session/followUp'>,
	client: Client,
): Promise<Result<'session/followUp'>> {
	return { itemId: await client.parts.sessions.get(params.sessionId).followUp(inputOf('session/followUp', params)) };
}

/** Ends the live run and answers with what that did. */
export async function abort(
	{ sessionId, reason }: Params<'session/abort'>,
	client: Client,
): Promise<Result<'session/abort'>> {
	const session = client.parts.sessions.get(sessionId);
	const { stopped, abandoned } = await session.abort(reason);
	const { steering, followUp: later } = session.state();
	return { stopped, abandoned: [...abandoned], queued: [...steering, ...later] };
}
