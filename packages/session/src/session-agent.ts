import { Agent, type AgentOptions, type Budget, type Message, type Settings, type Tool } from '@myelin/core';
import type { SessionTool } from './catalog.ts';
import { runBudget } from './run-budget.ts';
import type { GatePorts } from './session-gates.ts';
import { sessionGates } from './session-gates.ts';
import type { SessionOptions, SessionPorts } from './session-options.ts';
import { toolBinder } from './tool-binder.ts';

/** What a session gives its agents; each takes over from the one before it. */
export interface AgentMaker {
	/** An agent with this history and these settings. What waited for the agent before waits for it. */
	make(messages: readonly Message[], settings: Partial<Settings>, before?: Agent): Agent;
}

/** What agents are made of besides what their session stands on. */
export interface AgentParts {
	readonly gates: GatePorts;
	/** The tools to offer, asked for before each model call. */
	tools(): readonly SessionTool[];
	/** What the session itself offers, instead of what others call so. */
	ownTools(): readonly Tool[];
	/** What the live run may still spend of its own, besides the bound for all runs. */
	budgetLeft(): Budget;
	onDiagnostic(text: string): void;
}

/** Makes the agents of one session. */
export function agentMaker(
	options: SessionOptions,
	ports: SessionPorts,
	{ gates, tools, ownTools, budgetLeft, onDiagnostic }: AgentParts,
): AgentMaker {
	const bind = toolBinder(options.id);
	const {
		stop,
		model: _model,
		messages: _messages,
		replayBytes: _replayBytes,
		compaction: _compaction,
		...fixed
	} = options;
	const common: AgentOptions = {
		...fixed,
		budget: runBudget(options.budget, budgetLeft),
		tools: () => {
			const own = ownTools();
			const others = tools().map((tool) => bind(tool));
			return [...others.filter(({ name }) => !own.some((tool) => tool.name === name)), ...own];
		},
		gates: { ...sessionGates(gates), ...(stop === undefined ? {} : { stop }) },
		// One that is aborted by the kernel itself still waits longer for the session than the session for its subscribers.
		abortGraceMs: (options.abortGraceMs ?? 2000) + 1,
		onDiagnostic,
		...(ports.clock === undefined ? {} : { clock: ports.clock }),
		...(ports.identify === undefined ? {} : { identify: ports.identify }),
		...(ports.random === undefined ? {} : { random: ports.random }),
	};
	return {
		make(messages, settings, before) {
			const agent = new Agent({ ...common, ...settings, messages });
			for (const message of before?.queue.steering ?? []) agent.steer({ messages: [message] });
			for (const message of before?.queue.followUp ?? []) agent.followUp({ messages: [message] });
			return agent;
		},
	};
}
