import { textContent } from '@myelin/core';
import { countingIds, type ScriptedAnswer, type ScriptedModel, scriptedModel } from '@myelin/core/testing';
import type { Logger, Plugin, PluginApi } from '@myelin/plugins';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import { Session, type SessionEvent } from '@myelin/session';

/** A session whose hooks, tools and model all come from plugins, and what it said. */
export interface HostedSession {
	readonly host: PluginHost;
	readonly session: Session;
	readonly model: ScriptedModel;
	/** Every event, in order. */
	readonly events: readonly SessionEvent[];
	/** What plugins logged. */
	readonly logged: readonly string[];
	/** The commands that the tool `bash` has run; it runs nothing in truth. */
	readonly ran: readonly string[];
	/** The events of one type. */
	all<T extends SessionEvent['type']>(type: T): Extract<SessionEvent, { type: T }>[];
	/** The texts of the messages of the n-th request to the model, counted from 0. */
	shown(request: number): string[];
}

/** Sets plugins up, then a session on their host. A text is a path to load. The model answers as the script says. */
export async function hostedSession(
	script: readonly ScriptedAnswer[],
	...plugins: readonly (string | Plugin)[]
): Promise<HostedSession> {
	const logged: string[] = [];
	const ran: string[] = [];
	const host = createPluginHost({ settings: {}, log: logInto(logged), identify: countingIds() });
	const model = scriptedModel(script);
	await host.add(
		plugin('scripted-model', (myelin) => void myelin.registerModel(model)),
		'test',
	);
	await host.add(
		plugin('shell', (myelin) => registerShell(myelin, ran)),
		'test',
	);
	for (const entry of plugins) {
		const added = typeof entry === 'string' ? await host.load(entry) : await host.add(entry, 'test');
		if (added.status !== 'loaded') throw new Error(`${added.name} was not loaded: ${added.lastError}`);
	}
	const { hooks, models, tools } = host;
	const session = new Session({ id: 's1', cwd: import.meta.dirname }, { hooks, models, tools });
	const events: SessionEvent[] = [];
	session.subscribe(({ event }) => void events.push(event));
	return {
		host,
		session,
		model,
		events,
		logged,
		ran,
		all: (type) => events.filter((event): event is Extract<SessionEvent, { type: typeof type }> => event.type === type),
		shown: (request) => (model.requests[request]?.messages ?? []).map(textContent),
	};
}

/** A plugin of this name. */
export function plugin(name: string, setup: Plugin['setup']): Plugin {
	return { name, setup };
}

function registerShell(myelin: PluginApi, ran: string[]): void {
	myelin.registerTool({
		name: 'bash',
		description: 'Run a command.',
		parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
		execute({ command }: { command: string }) {
			ran.push(command);
			return `ran ${command}`;
		},
	});
}

function logInto(lines: string[]): Logger {
	const write = (...values: unknown[]) => void lines.push(values.map(String).join(' '));
	return { debug: write, info: write, warn: write, error: write };
}
