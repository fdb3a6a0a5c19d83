import { Agent, type AgentEvent, type AgentOptions, type Message, type Tool } from '@myelin/core';
import type { SessionTool } from './catalog.ts';
import type { Choices } from './choices.ts';
import { type OwnBudget, runBudget } from './run-budget.ts';
import { type GatePorts, sessionGates } from './session-gates.ts';
import type { SessionOptions, SessionPorts } from './session-options.ts';
import { toolBinder } from './tool-binder.ts';

/** What an agent begins with. */
export interface AgentBeginning extends Pick<Choices, 'model' | 'thinkingLevel'> {
	readonly messages: readonly Message[];
}

/** What agents are made of besides what their session stands on. */
export interface AgentParts {
	readonly gates: GatePorts;
	/** The tools to offer, asked for before each model call. */
	tools(): readonly SessionTool[];
	/** What the session itself offers, instead of what others call so. */
	ownTools(): readonly Tool[];
	/** What bounds the live run alone. */
	readonly budget: OwnBudget;
	/** Hears every event of each agent. */
	hear(event: AgentEvent, signal: AbortSignal): void | Promise<void>;
	onDiagnostic(text: string): void;
}

/** The agent of a session: another one takes over where the conversation goes on with another history. */
export class SessionAgent {
	readonly #common: AgentOptions;
	readonly #parts: AgentParts;
	#now: Agent;

	constructor(options: SessionOptions, ports: SessionPorts, parts: AgentParts, begin: AgentBeginning) {
		this.#parts = parts;
		this.#common = commonOptions(options, ports, parts);
		this.#now = this.#make(begin);
	}

	get now(): Agent {
		return this.#now;
	}

	/** A new agent takes over; what waited for the one before waits for it. */
	renew(begin: AgentBeginning): void {
		const { steering, followUp } = this.#now.queue;
		this.#now = this.#make(begin);
		for (const message of steering) this.#now.steer({ messages: [message] });
		for (const message of followUp) this.#now.followUp({ messages: [message] });
	}

	#make({ messages, model, thinkingLevel }: AgentBeginning): Agent {
		const agent = new Agent({ ...this.#common, model, thinkingLevel, messages });
		agent.subscribe((event, signal) => this.#parts.hear(event, signal));
		return agent;
	}
}

/** What all agents of a session have. */
function commonOptions(
	options: SessionOptions,
	ports: SessionPorts,
	{ gates, tools, ownTools, budget, onDiagnostic }: AgentParts,
): AgentOptions {
	const bind = toolBinder(options.id);
	const {
		stop,
		model: _model,
		messages: _messages,
		replayBytes: _replayBytes,
		compaction: _compaction,
		...fixed
	} = options;
	return {
		...fixed,
		budget: runBudget(options.budget, budget),
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
}
