import { fileURLToPath } from 'node:url';
import { type JsonObject, type Model, type ModelRequest, textContent } from '@myelin/core';
import { type ScriptedAnswer, scriptedModel } from '@myelin/core/testing';
import { type Question, Session, type SessionEvent } from '@myelin/session';
import type { Logger, Plugin } from '../plugin.ts';
import { createPluginHost } from '../plugin-host.ts';
import type { PluginInfo } from '../plugin-record.ts';
import type { CommandOutcome } from '../run-command.ts';
import { scriptedPerson } from './scripted-person.ts';

/** What a plugin is tried with. */
export interface HostedPluginOptions {
	/** What the model answers, one after another; `saying` and `calling` make answers. */
	readonly answers: readonly ScriptedAnswer[];
	/** The plugin's part of the settings. */
	readonly settings?: JsonObject;
	/** Tools that the model may call, and what each answers; if absent `bash`, unless the plugin has one. They do nothing in truth. */
	readonly tools?: Readonly<Record<string, (args: JsonObject) => string>>;
	/** What the person answers to what the plugin asks, one after another; the default holds for `undefined`, and when there are no more. */
	readonly person?: readonly (boolean | string | undefined)[];
	/** The session's folder: an absolute path. */
	readonly cwd?: string;
}

/** A session around one plugin and a model that follows a script. */
export interface HostedPlugin {
	/** Runs a prompt and gives its events. */
	prompt(text: string): Promise<readonly SessionEvent[]>;
	/** Every event so far, in order. */
	readonly events: readonly SessionEvent[];
	/** The calls of tools that ran. */
	readonly ran: readonly { readonly name: string; readonly args: JsonObject }[];
	/** What the model was called with. */
	readonly requests: readonly ModelRequest[];
	/** The texts of the messages of the last request. */
	readonly shown: readonly string[];
	/** What the plugin asked the person. */
	readonly asked: readonly Question[];
	/** Runs a command of the plugin; `args` is what is typed behind its name. */
	command(name: string, args?: string): Promise<CommandOutcome>;
	/** What the plugin logged. */
	readonly logged: readonly string[];
	/** The plugin as the host lists it. */
	info(): PluginInfo;
	/** Ends the session and unloads the plugin. */
	close(): Promise<void>;
}

/**
 * Hosts one plugin, given as such or by the path or URL of its file. Rejects when it cannot be loaded, with the reason.
 */
export async function hostPlugin(
	plugin: Plugin | string | URL,
	{ answers, settings, tools, person = [], cwd = process.cwd() }: HostedPluginOptions,
): Promise<HostedPlugin> {
	const logged: string[] = [];
	const ran: { name: string; args: JsonObject }[] = [];
	const events: SessionEvent[] = [];
	const model = scriptedModel(answers);
	const value = typeof plugin === 'string' || plugin instanceof URL ? undefined : plugin;
	const pluginSettings = new Proxy({}, { get: () => settings });
	const questions = scriptedPerson(person);
	const host = createPluginHost({ settings: { pluginSettings }, log: logInto(logged), questions });
	const { name } = await kept(() =>
		value === undefined ? host.load(pathOf(plugin as string | URL)) : host.add(value, 'the test'),
	);
	const info = () => host.list().find((listed) => listed.name === name) as PluginInfo;
	if (info().status !== 'loaded') throw new Error(`${name} was not loaded: ${info().lastError}`);
	const own = host.tools.tools('test').map((tool) => tool.name);
	const stood = tools ?? (own.includes('bash') ? {} : { bash: () => 'ran' });
	await host.add(stage(model, stood, ran), 'the test');
	const session = new Session({ id: 'test', cwd }, { hooks: host.hooks, models: host.models, tools: host.tools });
	session.subscribe(({ event }) => void events.push(event));
	return {
		async prompt(text) {
			const from = events.length;
			await kept(() => session.prompt(text));
			return events.slice(from);
		},
		events,
		ran,
		requests: model.requests,
		get shown() {
			return (model.requests.at(-1)?.messages ?? []).map(textContent);
		},
		asked: questions.asked,
		command: (command, args = '') =>
			kept(async () => host.commands.run(command, args, session.scope(new AbortController().signal))),
		logged,
		info,
		async close() {
			await kept(async () => {
				await session.close();
				await host.close();
			});
		},
	};
}

/** A host's timers let a process end; a test waits for what it awaits, also for a hook that never answers, until its time is over. */
async function kept<T>(work: () => Promise<T>): Promise<T> {
	const open = setInterval(() => undefined, 60_000);
	try {
		return await work();
	} finally {
		clearInterval(open);
	}
}

function pathOf(file: string | URL): string {
	return file instanceof URL || file.startsWith('file:') ? fileURLToPath(file) : file;
}

/** The plugin that brings the model and the tools. */
function stage(
	model: Model,
	tools: NonNullable<HostedPluginOptions['tools']>,
	ran: { name: string; args: JsonObject }[],
): Plugin {
	return {
		name: 'stage',
		setup(myelin) {
			myelin.registerModel(model);
			for (const [name, answer] of Object.entries(tools)) {
				myelin.registerTool({
					name,
					description: `Stands for ${name}.`,
					parameters: { type: 'object' },
					execute(args: JsonObject) {
						ran.push({ name, args });
						return answer(args);
					},
				});
			}
		},
	};
}

function logInto(lines: string[]): Logger {
	const write = (...values: unknown[]) => void lines.push(values.map(String).join(' '));
	return { debug: write, info: write, warn: write, error: write };
}
