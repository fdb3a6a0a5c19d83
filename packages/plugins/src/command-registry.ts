import { isRecord, kindOf } from '@myelin/core';
import { HostError } from './errors.ts';
import { actingIn, inLoadOrder } from './load-order.ts';
import type { HookContext, Unregister } from './plugin.ts';
import { type PluginRecord, sharesNames } from './plugin-record.ts';
import { expandPrompt } from './prompt-template.ts';

/** A command in a list. `action`: it does something itself. `prompt`: it makes a prompt, which whoever runs it then asks. */
export interface CommandInfo {
	readonly name: string;
	readonly description: string;
	/** What belongs behind its name, for a person to read. */
	readonly argumentHint?: string;
	readonly plugin: string;
	readonly kind: 'action' | 'prompt';
}

/** A registered command. `run` is a plugin's own code, or expands a template. */
export interface CommandEntry {
	readonly plugin: PluginRecord;
	readonly info: CommandInfo;
	/** Milliseconds; `Infinity` for no limit. */
	readonly timeoutMs: number;
	run(args: string, context: HookContext): unknown;
}

/** Commands by plugin. */
export interface CommandRegistry {
	/**
	 * Throws `HostError`: `INVALID_REGISTRATION` for what is no command, `COMMAND_TAKEN` when there is one of this name. Two clients that
	 * each serve their own sessions may use one name; in a session of both the first one's command stands.
	 */
	add(plugin: PluginRecord, kind: CommandInfo['kind'], spec: unknown): Unregister;
	/** The commands of a session in load order. */
	list(sessionId: string): readonly CommandInfo[];
	find(name: string, sessionId: string): CommandEntry | undefined;
}

/** An empty registry. `changed` hears of every change. */
export function createCommandRegistry(changed: () => void): CommandRegistry {
	let entries: readonly CommandEntry[] = [];
	const inSession = (sessionId: string) => actingIn(entries, sessionId, ({ info }) => info.name);
	return {
		add(plugin, kind, spec) {
			const entry = entryFor(plugin, kind, spec);
			const taken = entries.find(
				({ info, plugin: other }) => info.name === entry.info.name && sharesNames(plugin, other),
			);
			if (taken !== undefined) {
				throw new HostError(
					'COMMAND_TAKEN',
					`${plugin.name} cannot register the command ${entry.info.name}: ${taken.plugin.name} has one of this name; choose another`,
				);
			}
			entries = inLoadOrder(entries, entry);
			changed();
			return () => {
				entries = entries.filter((other) => other !== entry);
				changed();
			};
		},
		list: (sessionId) => inSession(sessionId).map(({ info }) => info),
		find: (name, sessionId) => inSession(sessionId).find(({ info }) => info.name === name),
	};
}

function entryFor(plugin: PluginRecord, kind: CommandInfo['kind'], spec: unknown): CommandEntry {
	if (!isRecord(spec)) throw refused(plugin, `it is ${kindOf(spec)}`);
	const { name, description, argumentHint, timeoutMs = Number.POSITIVE_INFINITY, run, template } = spec;
	if (typeof name !== 'string' || !/^[a-z0-9]+([-_:][a-z0-9]+)*$/.test(name))
		throw refused(plugin, `its name is ${kindOf(name)}; use lower-case words joined by -, _ or :`);
	if (typeof description !== 'string') throw refused(plugin, `the description of ${name} is ${kindOf(description)}`);
	if (argumentHint !== undefined && typeof argumentHint !== 'string')
		throw refused(plugin, `the argumentHint of ${name} is ${kindOf(argumentHint)}`);
	if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
		throw refused(plugin, `the timeoutMs of ${name} is ${kindOf(timeoutMs)}, not a number of milliseconds above 0`);
	const hint = argumentHint === undefined ? {} : { argumentHint };
	const info = Object.freeze({ name, description, ...hint, plugin: plugin.name, kind });
	switch (kind) {
		case 'action':
			if (typeof run !== 'function') throw refused(plugin, `the run of ${name} is ${kindOf(run)}, not a function`);
			return { plugin, info, timeoutMs, run: (args, context) => run.call(spec, args, context) };
		case 'prompt':
			if (typeof template !== 'string')
				throw refused(plugin, `the template of ${name} is ${kindOf(template)}, not a text`);
			return { plugin, info, timeoutMs, run: (args) => expandPrompt(template, args) };
	}
}

function refused(plugin: PluginRecord, fault: string): HostError {
	return new HostError('INVALID_REGISTRATION', `what ${plugin.name} registers is no command: ${fault}`);
}
