import { type HookEntry, isGate, type PluginInfo, type PluginRecord, pluginInfo } from './plugin-record.ts';

/** Every plugin that the host knows, and the one place where their state changes. */
export interface Roster {
	/** A new plugin, loaded, in the place of one of its name that is no longer there. */
	enter(name: string, source: string, sessions?: (sessionId: string) => boolean): PluginRecord;
	/** Takes back all it registered and ends the calls that wait for it; it stays listed. */
	end(plugin: PluginRecord, state: 'failed' | 'unloaded', why: string): void;
	/** Like `end`, but its gates stay, shut. */
	lose(plugin: PluginRecord, why: string): void;
	/** Takes a lost plugin's gate away; without any left it is no longer listed. */
	release(gate: HookEntry): void;
	/** Is no longer listed. */
	forget(plugin: PluginRecord): void;
	/** The plugins of a name that have not ended. */
	find(name: string): readonly PluginRecord[];
	/** All plugins that have not ended, the last first. */
	backwards(): readonly PluginRecord[];
	list(): readonly PluginInfo[];
}

/** An empty roster. */
export function createRoster(): Roster {
	let plugins: readonly PluginRecord[] = [];
	let order = 0;
	const forget = (plugin: PluginRecord) => {
		plugins = plugins.filter((other) => other !== plugin);
	};
	return {
		enter(name, source, sessions) {
			const state = 'loaded';
			const lists = { hooks: new Set<HookEntry>(), undo: new Map(), pending: new Set<never>() };
			const plugin: PluginRecord = { name, source, order: order++, sessions, state, lastError: undefined, ...lists };
			plugins = [...plugins.filter((other) => other.name !== name || !hasEnded(other)), plugin];
			return plugin;
		},
		end(plugin, state, why) {
			plugin.state = state;
			undoAll(plugin, () => true);
			interruptAll(plugin, why);
		},
		lose(plugin, why) {
			plugin.state = 'lost';
			plugin.lastError = why;
			undoAll(plugin, (entry) => entry === undefined || !isGate(entry));
			interruptAll(plugin, why);
			if (plugin.hooks.size === 0) forget(plugin);
		},
		release(gate) {
			undoAll(gate.plugin, (entry) => entry === gate);
			if (gate.plugin.hooks.size === 0) forget(gate.plugin);
		},
		forget,
		find: (name) => plugins.filter((plugin) => plugin.name === name && !hasEnded(plugin)),
		backwards: () => plugins.filter((plugin) => !hasEnded(plugin)).reverse(),
		list: () => plugins.map(pluginInfo),
	};
}

function hasEnded({ state }: PluginRecord): boolean {
	return state === 'failed' || state === 'unloaded';
}

function undoAll(plugin: PluginRecord, isMeant: (entry: HookEntry | undefined) => boolean): void {
	for (const [undo, entry] of [...plugin.undo]) if (isMeant(entry)) undo();
}

function interruptAll(plugin: PluginRecord, why: string): void {
	for (const interrupt of [...plugin.pending]) interrupt('DISCONNECT', why);
}
