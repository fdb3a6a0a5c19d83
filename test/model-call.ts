import { Agent, type AgentOptions, type AssistantMessage, type Input, type Model, type RunSummary } from '@myelin/core';
import { checkGrammar, recordEvents } from '@myelin/core/testing';
import type { JsonObject, Plugin } from '@myelin/plugins';
import { bareApi } from '@myelin/plugins/testing';

/** The models that a plugin registers with these settings. */
export async function modelsOf(plugin: Plugin, settings: JsonObject): Promise<Model[]> {
	const models: Model[] = [];
	const undo = () => {};
	await plugin.setup(
		bareApi({
			settings,
			registerModel(model) {
				models.push(model);
				return undo;
			},
		}),
	);
	return models;
}

/** What one model call came to: the message that was kept, and how the run ended. */
export interface CallOutcome {
	readonly message: AssistantMessage | undefined;
	readonly summary: RunSummary;
}

/** Calls a model once through the kernel, without retries, and throws if what it says breaks the grammar of events. */
export async function callOnce(model: Model, prompt: Input = 'hi', options: AgentOptions = {}): Promise<CallOutcome> {
	const agent = new Agent({ ...options, model, maxTurns: 1, retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 } });
	const recording = recordEvents(agent);
	const summary = await agent.prompt(prompt);
	const faults = checkGrammar(recording.events);
	if (faults.length > 0) throw new Error(`the run broke the grammar of events: ${faults.join('; ')}`);
	const message = agent.state().messages.find((own): own is AssistantMessage => own.role === 'assistant');
	return { message, summary };
}
