import type { Message, ToolCall } from '@myelin/core';
import { countingIds, type FakeClock, fakeClock } from '@myelin/core/testing';
import type { Envelope, HookScope, OwnEvent, QuestionAsker, SessionEvent } from '@myelin/session';
import type { PluginHost } from '../host-contract.ts';
import type { Logger, Plugin, PluginApi } from '../plugin.ts';
import { createPluginHost } from '../plugin-host.ts';
import type { HostReport } from '../reports.ts';

/** A host with a fake clock, and everything that it says. */
export interface HostFixture {
	readonly host: PluginHost;
	readonly clock: FakeClock;
	/** What the host said outside a session's call. */
	readonly news: HostReport[];
	/** What hooks' failures said on the session's stream. */
	readonly reported: OwnEvent[];
	/** What the log got: level and text. */
	readonly logged: string[];
	/** Ends the run of `scope`. */
	readonly run: AbortController;
	readonly scope: HookScope;
	/** Adds a plugin of this name. */
	plugin(name: string, setup: (myelin: PluginApi) => void | Promise<void>): Promise<void>;
	/** The event as a session hands it to observers. */
	observe(event: SessionEvent): void | Promise<void>;
}

/** A new fixture. Ids of new messages are `msg_1`, `msg_2`, … */
export function hostFixture(
	settings: Parameters<typeof createPluginHost>[0]['settings'] = {},
	questions?: QuestionAsker,
): HostFixture {
	const clock = fakeClock(1_000);
	const logged: string[] = [];
	const asker = questions === undefined ? {} : { questions };
	const host = createPluginHost({ settings, log: logInto(logged), clock, identify: countingIds(), ...asker });
	const news: HostReport[] = [];
	host.onReport((report) => news.push(report));
	const reported: OwnEvent[] = [];
	const run = new AbortController();
	const scope: HookScope = {
		sessionId: 's1',
		cwd: '/work',
		signal: run.signal,
		report: (event) => reported.push(event),
	};
	return {
		host,
		clock,
		news,
		reported,
		logged,
		run,
		scope,
		plugin: async (name, setup) => {
			await host.add({ name, setup } satisfies Plugin, `${name}.ts`);
		},
		observe: (event) => host.hooks.observe(envelopeOf(event), scope),
	};
}

/** A logger that writes lines like `warn: text` into a list. */
function logInto(lines: string[]): Logger {
	const at =
		(level: string) =>
		(...values: unknown[]) => {
			lines.push(`${level}: ${values.map(String).join(' ')}`);
		};
	return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A promise and how to settle it. */
export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(thrown: unknown): void } {
	let resolve: (value: T) => void = () => undefined;
	let reject: (thrown: unknown) => void = () => undefined;
	const promise = new Promise<T>((yes, no) => {
		resolve = yes;
		reject = no;
	});
	return { promise, resolve, reject };
}

/** Rejects with an error of this message. */
export async function rejecting(message: string): Promise<undefined> {
	throw new Error(message);
}

/** A call of the tool `bash`. */
export function bashCall(command: string): ToolCall {
	return { toolCallId: 'call-1', toolName: 'bash', args: { command } };
}

/** A person's message. */
export function userMessage(id: string, text: string): Message {
	return { id, role: 'user', timestamp: 1, content: [{ type: 'text', text }] };
}

/** A model's message that asks for tools: one call for each id. */
export function askingMessage(id: string, ...callIds: string[]): Message {
	return {
		id,
		role: 'assistant',
		timestamp: 1,
		model: { provider: 'demo', id: 'demo' },
		content: callIds.map((callId) => ({ type: 'tool_call', id: callId, name: 'bash', args: {} })),
	};
}

/** What a tool answered to a call. */
export function resultMessage(id: string, toolCallId: string): Message {
	const content = [{ type: 'text', text: 'done' }] as const;
	return { id, role: 'tool', timestamp: 1, toolCallId, toolName: 'bash', content, isError: false };
}

function envelopeOf(event: SessionEvent): Envelope {
	return { sessionId: 's1', seq: 1, prev: 0, at: 1, event };
}
