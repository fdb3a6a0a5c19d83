import { type Message, type Model, ModelError, type ModelRequest, textContent } from '@myelin/core';
import { type ScriptedAnswer, type ScriptedModel, saying, scriptedModel } from '@myelin/core/testing';
import type { CompactionSettings, Envelope, SessionEvent, SessionPorts } from '@myelin/session';
import { echo, scriptedPorts } from './scripted-session.ts';

/** A text of so many tokens, as they are estimated. */
export const words = (tokens: number) => 'a'.repeat(tokens * 5);

/** An answer of so many tokens. */
export const answer = (tokens: number) => saying(words(tokens));

/** An answer that reports how large its request was. */
export function reporting(inputTokens: number, ...answer: ScriptedAnswer): ScriptedAnswer {
	return [[{ type: 'usage', usage: { inputTokens } }], ...answer];
}

/** What the model says when a request is too long for it. */
export const tooLong: ScriptedAnswer = [new ModelError('CONTEXT_OVERFLOW', 'the prompt is too long')];

/** For the small window: requests above 3000 tokens are due, and 500 tokens stay. */
export const small: CompactionSettings = { reserveTokens: 1000, keepRecentTokens: 500 };

/** A model whose window has room for 4000 tokens. `asked` answers what summaries were asked for. */
export function smallModel(answers: readonly ScriptedAnswer[], more: Partial<Model> = {}) {
	const scripted = scriptedModel(answers);
	const model: ScriptedModel = { ...scripted, contextWindow: 4000, maxOutputTokens: 500, ...more };
	const ports: SessionPorts = {
		...scriptedPorts([]),
		models: { list: () => [model], find: () => model, defaultModel: () => model },
		tools: { tools: () => [echo] },
	};
	const isSummary = ({ messages: [first] }: ModelRequest) => first?.id === 'aside';
	return {
		model,
		ports,
		asked: () => model.requests.filter(isSummary).map(({ messages: [first] }) => textContent(first as Message)),
		shown: () =>
			model.requests.filter((request) => !isSummary(request)).map(({ messages }) => messages.map(textContent)),
	};
}

/** What was said of compactions, without their sizes. */
export function compactions(heard: readonly Envelope[]): SessionEvent[] {
	return heard.map(({ event }) => event).filter(({ type }) => type.startsWith('compaction'));
}

/** The message that stands for those before. */
export const summaryOf = (text: string) =>
	`[The conversation before this was replaced by this summary of it.]\n\n${text}`;
