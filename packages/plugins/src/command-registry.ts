import { isRecord, kindOf } from '@myelin/core';
import { HostError } from './errors.ts';
import { inLoadOrder } from './load-order.ts';
import type { HookContext, Unregister } from './plugin.ts';
import type { PluginRecord } from './plugin-record.ts';
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
	run(args: string, context: HookContext): unknown;
}

/** Commands by plugin. */
export interface CommandRegistry {
	/** Throws `HostError`: `INVALID_REGISTRATION` for what is no command, `COMMAND_TAKEN` when there is one of this name. */
	add(plugin: PluginRecord, kind: CommandInfo['kind'], spec: unknown): Unregister;
	/** All commands in load order. */
	list(): readonly CommandInfo[];
	find(name: string): CommandEntry | undefined;
}

/** An empty registry. `changed` hears of every change. */
export function createCommandRegistry(changed: () => void): CommandRegistry {
	let entries: readonly CommandEntry[] = [];
	const find = (name: string) => entries.find(({ info }) => info.name === name);
	return {
		add(plugin, kind, spec) {
			const entry = entryFor(plugin, kind, spec);
			const taken = find(entry.info.name);
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
		list: () => entries.map(({ info }) => info),
		find,
	};
}

function entryFor(plugin: PluginRecord, kind: CommandInfo['kind'], spec: unknown): CommandEntry {
	if (!isRecord(spec)) throw refused(plugin, `it is ${kindOf(spec)}`);
	const { name, description, argumentHint, run, template } = spec;
	if (typeof name !== 'string' || !/^[a-z0-9]+([-_:][a-z0-9]+)*$/.test(name))
		throw refused(plugin, `its name is ${kindOf(name)}; use lower-case words joined by -, _ or :`);
	if (typeof description !== 'string') throw refused(plugin, `the description of ${name} is ${kindOf(description)}`);
	if (argumentHint !== undefined && typeof argumentHint !== 'string')
		throw refused(plugin, `the argumentHint of ${name} is ${kindOf(argumentHint)}`);
	const hint = argumentHint === undefined ? {} : { argumentHint };
	const info = Object.freeze({ name, description, ...hint, plugin: plugin.name, kind });
	switch (kind) {
		case 'action':
			if (typeof run !== 'function') throw refused(plugin, `the run of ${name} is ${kindOf(run)}, not a function`);
			return { plugin, info, run: (args, context) => run.call(spec, args, context) };
		case 'prompt':
			if (typeof template !== 'string')
				throw refused(plugin, `the template of ${name} is ${kindOf(template)}, not a text`);
			return { plugin, info, run: (args) => expandPrompt(template, args) };
	}
}

function refused(plugin: PluginRecord, fault: string): HostError {
	return new HostError('INVALID_REGISTRATION', `what ${plugin.name} registers is no command: ${fault}`);
}
