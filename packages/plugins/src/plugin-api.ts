import { deepFreeze, type JsonObject, kindOf } from '@myelin/core';
import type { SessionTool, SessionToolContext } from '@myelin/session';
import type { CommandRegistry } from './command-registry.ts';
import { HostError } from './errors.ts';
import { runProgram } from './exec.ts';
import { disown, inherit } from './heirs.ts';
import type { HookTable } from './hook-table.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { HookOptions, Logger, PluginApi, ToolContext, Unregister } from './plugin.ts';
import type { HookEntry, PluginRecord } from './plugin-record.ts';
import { defaultTimeoutMs, pointKind, pointNames } from './points.ts';
import { callAfter, callEvery, type TimerPorts } from './timers.ts';
import { toolFromSpec } from './tool-from-spec.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { watchPreview } from './watched-preview.ts';

/** Where a plugin's registrations go. */
export interface Registries {
	readonly hooks: HookTable;
	readonly tools: ToolRegistry;
	readonly models: ModelRegistry;
	readonly commands: CommandRegistry;
	readonly log: Logger;
	/** What the plugin's timers need. */
	readonly timers: TimerPorts;
	/** Hears of a tool's preview that did not come in time. */
	previewLate(message: string): void;
	/** What a tool of the plugin is given beside what the session gives it. */
	toolContext(plugin: PluginRecord, context: SessionToolContext): ToolContext;
	/** Takes a lost plugin's shut gate away, because its owner is back with that hook. */
	release(entry: HookEntry): void;
}

/** What one plugin is given. Every call throws `HostError` when the plugin is gone or what it registers is refused. */
export function createPluginApi(plugin: PluginRecord, settings: JsonObject, registries: Registries): PluginApi {
	const register = (what: string, add: () => Unregister, entry?: HookEntry): Unregister => {
		if (plugin.state !== 'loaded' && plugin.state !== 'quarantined') {
			throw new HostError('PLUGIN_GONE', `${plugin.name} cannot register ${what}: it is ${plugin.state}`);
		}
		return undoOnce(plugin, add(), entry);
	};
	const extend = (context: SessionToolContext) => registries.toolContext(plugin, context);
	const { timers } = registries;
	const watched = (tool: SessionTool) => watchPreview(tool, registries.previewLate);
	return {
		on(point: string, hook: HookEntry['hook'], options: HookOptions = {}) {
			const entry = entryFor(plugin, point, hook, options);
			return register(`a hook at ${point}`, () => addHook(entry, registries), entry);
		},
		registerTool: (tool) => register('a tool', () => registries.tools.add(plugin, watched(toolFromSpec(tool, extend)))),
		registerModel: (model) => register('a model', () => registries.models.add(plugin, model)),
		registerCommand: (command) => register('a command', () => registries.commands.add(plugin, 'action', command)),
		registerPrompt: (prompt) => register('a command', () => registries.commands.add(plugin, 'prompt', prompt)),
		after: (ms, action) => register('a timer', () => callAfter(ms, action, timers)),
		every: (ms, action) => register('a timer', () => callEvery(ms, action, timers)),
		async exec(command, args, options = {}) {
			const unloaded = new AbortController();
			const ended = register('a program', () => () => unloaded.abort());
			return runProgram(command, args, options, unloaded.signal).finally(ended);
		},
		settings: deepFreeze(structuredClone(settings)),
		log: prefixed(registries.log, `[${plugin.name}]`),
	} as PluginApi;
}

function undoOnce(plugin: PluginRecord, remove: () => void, entry: HookEntry | undefined): Unregister {
	const undo = () => {
		if (plugin.undo.delete(undo)) remove();
	};
	plugin.undo.set(undo, entry);
	// Whoever cleans up after a process that went away must not open its gates by that.
	return () => {
		if (plugin.state !== 'lost') undo();
	};
}

function entryFor(plugin: PluginRecord, point: string, hook: unknown, options: HookOptions): HookEntry {
	const kind = pointKind(point);
	if (kind === undefined)
		throw refused(plugin, `there is no point ${kindOf(point)}; there are ${pointNames().join(', ')}`);
	if (typeof hook !== 'function') throw refused(plugin, `the hook at ${point} is ${kindOf(hook)}, not a function`);
	const { hookId = freeId(plugin, point), timeoutMs = defaultTimeoutMs[kind], onFailure, required } = options;
	if (typeof hookId !== 'string' || hookId === '')
		throw refused(plugin, `the hookId at ${point} is ${kindOf(hookId)}, not a text`);
	if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
		throw refused(plugin, `timeoutMs of ${hookId} is ${kindOf(timeoutMs)}, not a number of milliseconds above 0`);
	}
	if (onFailure !== undefined && (kind !== 'veto' || (onFailure !== 'deny' && onFailure !== 'allow'))) {
		throw refused(plugin, `onFailure of ${hookId} is ${kindOf(onFailure)}; it is deny or allow, and for a veto only`);
	}
	if (required !== undefined && (kind !== 'transform' || typeof required !== 'boolean')) {
		throw refused(plugin, `required of ${hookId} is ${kindOf(required)}; it is a boolean, and for a transform only`);
	}
	return {
		plugin,
		hookId,
		point,
		kind,
		hook: hook as HookEntry['hook'],
		timeoutMs,
		onFailure: onFailure ?? 'deny',
		required: point === 'tool_args' || (required ?? false),
		heirs: new Set(),
		returned: new Set(),
		failuresInRow: 0,
	};
}

function addHook(entry: HookEntry, registries: Registries): Unregister {
	const { hooks } = registries;
	const { plugin, hookId } = entry;
	const others = hooks.find(plugin.name, hookId);
	const other = others.find((one) => one.plugin.state !== 'lost' && one.plugin.session === plugin.session);
	if (other !== undefined) {
		throw new HostError(
			'HOOK_TAKEN',
			`${plugin.name} has a hook ${hookId} at ${other.point}; give this one another hookId`,
		);
	}
	const isOurs = ({ session, state }: PluginRecord) =>
		state === 'lost' && (plugin.session === undefined || plugin.session === session);
	const lost = others.filter((one) => isOurs(one.plugin));
	const elsewhere = lost.find(({ point }) => point !== entry.point);
	if (elsewhere !== undefined) {
		throw new HostError(
			'HOOK_TAKEN',
			`${plugin.name} lost its hook ${hookId} at ${elsewhere.point}, which is a shut gate since; register it there again, or give this one another hookId`,
		);
	}
	for (const gate of lost) inherit(entry, gate, registries);
	plugin.hooks.add(entry);
	hooks.add(entry);
	return () => {
		// Whoever goes takes nothing back.
		if (plugin.state === 'loaded' || plugin.state === 'quarantined') disown(entry, registries);
		plugin.hooks.delete(entry);
		hooks.remove(entry);
	};
}

function freeId(plugin: PluginRecord, point: string): string {
	const taken = new Set([...plugin.hooks].map((entry) => entry.hookId));
	let number = 1;
	while (taken.has(`${point}-${number}`)) number++;
	return `${point}-${number}`;
}

function prefixed(log: Logger, prefix: string): Logger {
	return {
		debug: (...values) => log.debug(prefix, ...values),
		info: (...values) => log.info(prefix, ...values),
		warn: (...values) => log.warn(prefix, ...values),
		error: (...values) => log.error(prefix, ...values),
	};
}

function refused(plugin: PluginRecord, fault: string): HostError {
	return new HostError('INVALID_REGISTRATION', `${plugin.name} cannot register a hook: ${fault}`);
}
