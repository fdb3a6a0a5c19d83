import { randomUUID } from 'node:crypto';
import type { HookScope, Question, QuestionAsker, QuestionOutcome, UiRequest } from '@myelin/session';
import type { Client, UiAsk } from './client.ts';

/** A question on its way to clients: the first valid answer ends it, and so does the last client that has none. */
interface Asking {
	readonly question: Question;
	readonly params: UiAsk;
	/** Aborts when the question is over: whoever has not answered need not. */
	readonly over: AbortController;
	/** Those who have been asked, but for those who left before they had their say. */
	readonly asked: Set<Client>;
	/** How many of them have not had their say. */
	waiting: number;
	resolve(outcome: QuestionOutcome): void;
}

/** The questions of a server. */
export interface Questions extends QuestionAsker {
	/** A client hears a session from now on: it is asked what is open there. */
	joined(client: Client, sessionId: string): void;
}

/**
 * Asks every client that can ask a person and hears the session, also one that comes while the question is open. A client that answers
 * null, nonsense or an error, that leaves the session or is gone, is no longer asked; when nobody is left, or the scope's signal
 * aborts, the default holds.
 */
export function createQuestions(clients: ReadonlySet<Client>): Questions {
	const open = new Set<Asking>();
	return {
		async ask(question, scope) {
			const questionId = randomUUID().slice(0, 8);
			const request: UiRequest = { type: 'ui_request', questionId, ...question };
			scope.report(request);
			const asked = [...clients].filter((client) => client.isAttached(scope.sessionId));
			const outcome = await answered(request, question, scope, asked, open);
			scope.report({ type: 'ui_resolved', questionId, ...outcome });
			return outcome;
		},
		joined(client, sessionId) {
			for (const asking of open) if (asking.params.sessionId === sessionId) void askOne(client, asking);
		},
	};
}

function answered(
	request: UiRequest,
	question: Question,
	{ sessionId, signal }: HookScope,
	clients: readonly Client[],
	open: Set<Asking>,
): Promise<QuestionOutcome> {
	const { type: _type, ...rest } = request;
	const over = new AbortController();
	return new Promise<QuestionOutcome>((resolve) => {
		const giveUp = () => resolve(defaultOf(question));
		if (signal.aborted) return giveUp();
		signal.addEventListener('abort', giveUp, { once: true, signal: over.signal });
		const asking: Asking = { question, params: { sessionId, ...rest }, over, asked: new Set(), waiting: 0, resolve };
		open.add(asking);
		over.signal.addEventListener('abort', () => open.delete(asking), { once: true });
		for (const client of clients) void askOne(client, asking);
		if (asking.waiting === 0) giveUp();
	}).finally(() => over.abort());
}

/** Asks a client that can ask and has not been asked yet. Resolves when it has had its say; what it says late changes nothing. */
async function askOne(client: Client, asking: Asking): Promise<void> {
	const { question, params, over, asked } = asking;
	if (!client.canAsk || asked.has(client)) return;
	asked.add(client);
	asking.waiting += 1;
	try {
		const value = answerTo(question, await client.ask(params, over.signal));
		if (value !== undefined) asking.resolve({ value, by: client.name });
	} catch {
		// It answered with an error, is gone, or the question is over: it is asked no longer, unless it comes again.
		asked.delete(client);
	}
	asking.waiting -= 1;
	if (asking.waiting === 0) asking.resolve(defaultOf(question));
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
