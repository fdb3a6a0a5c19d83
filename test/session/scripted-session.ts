import type { Tool } from '@myelin/core';
import { countingIds, fakeClock, type ScriptedAnswer, type ScriptedModel, scriptedModel } from '@myelin/core/testing';
import { type Envelope, noHooks, Session, type SessionOptions, type SessionPorts } from '@myelin/session';

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

/** A session that nothing keeps, on a clock that stands, and all that it says. */
export function liveSession(
	answers: readonly ScriptedAnswer[],
	ports: Partial<SessionPorts> = {},
	options: Partial<SessionOptions> = {},
) {
	const clock = fakeClock();
	const scripted = scriptedPorts(answers);
	const session = new Session(
		{ id: 's1', cwd: '/work', ...options },
		{ ...scripted, identify: countingIds(), clock, ...ports },
	);
	const heard: Envelope[] = [];
	session.subscribe((envelope) => void heard.push(envelope));
	return { session, clock, heard, model: scripted.models.defaultModel() as ScriptedModel };
}

/** The types of what was said, without the messages between. */
export function courseOf(heard: readonly Envelope[]): readonly string[] {
	const course = new Set(['agent_start', 'agent_end', 'session_idle', 'retry', 'error', 'notice', 'session_error']);
	return heard.map(({ event }) => event.type).filter((type) => course.has(type) || type.startsWith('auto_retry'));
}
