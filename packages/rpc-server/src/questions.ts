import { randomUUID } from 'node:crypto';
import type { HookScope, Question, QuestionAsker, QuestionOutcome, UiRequest } from '@myelin/session';
import type { Client, UiAsk } from './client.ts';

/** A question on its way to clients: the first valid answer ends it, and so does the last client that has none. */
interface Asking {
	readonly question: Question;
	readonly params: UiAsk;
	/** Aborts when the question is over: whoever has not answered need not. */
	readonly over: AbortController;
	resolve(outcome: QuestionOutcome): void;
}

/**
 * Asks every client that can ask a person and hears the session. A client that answers null, nonsense or an error, that leaves the
 * session or is gone, is no longer asked; when nobody is left, or the scope's signal aborts, the default holds.
 */
export function createQuestions(clients: ReadonlySet<Client>): QuestionAsker {
	return {
		async ask(question, scope) {
			const questionId = randomUUID().slice(0, 8);
			const request: UiRequest = { type: 'ui_request', questionId, ...question };
			scope.report(request);
			const asked = [...clients].filter((client) => client.canAsk && client.isAttached(scope.sessionId));
			const outcome = await answered(request, question, scope, asked);
			scope.report({ type: 'ui_resolved', questionId, ...outcome });
			return outcome;
		},
	};
}

function answered(request: UiRequest, question: Question, scope: HookScope, asked: readonly Client[]) {
	const { type: _type, ...rest } = request;
	const params = { sessionId: scope.sessionId, ...rest };
	const over = new AbortController();
	return new Promise<QuestionOutcome>((resolve) => {
		const giveUp = () => resolve(defaultOf(question));
		if (scope.signal.aborted) return giveUp();
		scope.signal.addEventListener('abort', giveUp, { once: true, signal: over.signal });
		void Promise.all(asked.map((client) => askOne(client, { question, params, over, resolve }))).then(giveUp);
	}).finally(() => over.abort());
}

/** Resolves when this client has had its say; what it says late changes nothing. */
async function askOne(client: Client, { question, params, over, resolve }: Asking): Promise<void> {
	try {
		const value = answerTo(question, await client.ask(params, over.signal));
		if (value !== undefined) resolve({ value, by: client.name });
	} catch {
		// It answered with an error, is gone, or the question is over: it is asked no longer.
	}
}

/** A valid answer to a question, or nothing. Pure. */
export function answerTo(question: Question, answer: unknown): boolean | string | undefined {
	const { value } = (answer ?? {}) as { value?: unknown };
	switch (question.kind) {
		case 'confirm':
			return typeof value === 'boolean' ? value : undefined;
		case 'select':
			return question.options.find((option) => option.value === value)?.value;
		case 'input':
			return typeof value === 'string' ? value : undefined;
	}
}

function defaultOf({ default: value }: Question): QuestionOutcome {
	return value === undefined ? { by: 'default' } : { value, by: 'default' };
}
