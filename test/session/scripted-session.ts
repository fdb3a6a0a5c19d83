import type { Tool } from '@myelin/core';
import { type ScriptedAnswer, scriptedModel } from '@myelin/core/testing';
import { noHooks, type SessionPorts } from '@myelin/session';

/** A tool that answers with what it was told. */
export const echo: Tool = {
	name: 'echo',
	description: 'Says what it is told.',
	jsonSchema: { type: 'object' },
	parse: (args) => ({ ok: true, args }),
	execute: ({ text }) => `echoed ${String(text)}`,
};

/** What a session stands on when its model follows a script and nobody interferes. */
export function scriptedPorts(answers: readonly ScriptedAnswer[]): SessionPorts {
	const model = scriptedModel(answers);
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	return { hooks: noHooks, models, tools: { tools: () => [echo] } };
}
