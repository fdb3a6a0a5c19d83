import { Agent, type AgentEvent, type AgentOptions, type Tool } from '@myelin/core';
import { countingIds, fakeClock, recordEvents, type ScriptedAnswer, scriptedModel } from '@myelin/core/testing';

/** A tool that answers at once, with whatever a test changes. */
export function tool(name: string, more: Partial<Tool> = {}): Tool {
	return {
		name,
		description: name,
		jsonSchema: { type: 'object' },
		parse: (args) => ({ ok: true, args }),
		execute: () => `${name} is done`,
		...more,
	};
}

/** An agent on a fake clock with a scripted model, recorded from the start. */
export function stage(answers: readonly ScriptedAnswer[], options: AgentOptions = {}) {
	const model = scriptedModel(answers);
	const clock = fakeClock(1000);
	const diagnostics: string[] = [];
	const agent = new Agent({
		model,
		clock,
		identify: countingIds(),
		random: () => 0,
		onDiagnostic: (text) => diagnostics.push(text),
		...options,
	});
	return { agent, model, clock, diagnostics, recording: recordEvents(agent) };
}

/** The events of one type. */
export function only<Type extends AgentEvent['type']>(events: readonly AgentEvent[], type: Type) {
	return events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);
}

/** A promise with its way to settle it. */
export function signal(): { readonly given: Promise<void>; give(): void } {
	let give = (): void => undefined;
	const given = new Promise<void>((resolve) => {
		give = resolve;
	});
	return { given, give: () => give() };
}
