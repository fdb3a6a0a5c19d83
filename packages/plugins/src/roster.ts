import type { JoinOptions } from './plugin-handle.ts';
import { actsIn, type HookEntry, isGate, type PluginInfo, type PluginRecord, pluginInfo } from './plugin-record.ts';

/** On what terms a plugin is entered. */
interface EntryTerms extends JoinOptions {
	/** Its place in load order. */
	readonly order?: number;
	/** It is started again when it is lost, and listed meanwhile also without a gate. */
	readonly isKept?: boolean;
}

/** Every plugin that the host knows, and the one place where their state changes. */
export interface Roster {
	/** A new plugin, loaded, instead of one of its name that is no longer there; last in load order unless it has a place. */
	enter(name: string, source: string, terms?: EntryTerms): PluginRecord;
	/** Takes the next place in load order. */
	nextOrder(): number;
	/** Takes away the gates of lost plugins that had the same place: it is back, without them. Answers which those were. */
	replaceLost(plugin: PluginRecord): readonly HookEntry[];
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
	/** Those that would act in a session and do not, since they are quarantined or lost: each once. */
	amiss(sessionId: string): readonly PluginRecord[];
	/** All plugins that have not ended, the last first. */
	backwards(): readonly PluginRecord[];
	list(): readonly PluginInfo[];
}

/** An empty roster. */
export function createRoster(): Roster {
	let plugins: readonly PluginRecord[] = [];
	let places = 0;
	const nextOrder = () => places++;
	const forget = (plugin: PluginRecord) => {
		plugins = plugins.filter((other) => other !== plugin);
	};
	return {
		enter(
			name,
			source,
			{ session, sessions, held = () => [], onQuarantine, isKept = false, order = nextOrder() } = {},
		) {
			const terms = { order, session, sessions, held, onQuarantine, isKept };
			const lists = { hooks: new Set<HookEntry>(), undo: new Map(), pending: new Set<never>() };
			const plugin: PluginRecord = {
				name,
				source,
				...terms,
				state: 'loaded',
				lastError: undefined,
				told: undefined,
				...lists,
			};
			const others = plugins.filter((other) => !isPast(other, name, order));
			const later = others.findIndex((other) => other.order > order);
			plugins = others.toSpliced(later < 0 ? others.length : later, 0, plugin);
			return plugin;
		},
		nextOrder,
		replaceLost(plugin) {
			const lost = plugins.filter((other) => other.state === 'lost' && other.order === plugin.order);
			const gates = lost.flatMap(({ hooks }) => [...hooks].filter(isGate));
			for (const other of lost) {
				undoAll(other, () => true);
				forget(other);
			}
			return gates;
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
			if (plugin.hooks.size === 0 && !plugin.isKept) forget(plugin);
		},
		release(gate) {
			undoAll(gate.plugin, (entry) => entry === gate);
			if (gate.plugin.hooks.size === 0) forget(gate.plugin);
		},
		forget,
		find: (name) => plugins.filter((plugin) => plugin.name === name && !hasEnded(plugin)),
		amiss: (sessionId) =>
			plugins.filter(
				(plugin, place) =>
					(plugin.state === 'quarantined' || plugin.state === 'lost') &&
					actsIn(plugin, sessionId) &&
					!plugins.slice(place + 1).some((later) => later.order === plugin.order && later.name === plugin.name),
			),
		backwards: () => plugins.filter((plugin) => !hasEnded(plugin)).reverse(),
		list: () => plugins.reduce<readonly Row[]>(listed, []).map(({ info }) => info),
	};
}

/** Whether a plugin is no longer of interest once one comes with its name or in its place. */
function isPast(plugin: PluginRecord, name: string, order: number): boolean {
	if (plugin.name === name && hasEnded(plugin)) return true;
	return plugin.order === order && plugin.state === 'lost' && plugin.hooks.size === 0;
}

interface Row {
	readonly plugin: PluginRecord;
	readonly info: PluginInfo;
}

/** The gates that a plugin left each time it was lost in one place are one plugin to who reads the list. */
function listed(rows: readonly Row[], plugin: PluginRecord): readonly Row[] {
	const info = pluginInfo(plugin);
	const last = rows.at(-1);
	const isSame = last?.plugin.name === plugin.name && last.plugin.order === plugin.order;
	if (!isSame || plugin.state !== 'lost' || last.plugin.state !== 'lost') return [...rows, { plugin, info }];
	const hooks = [...last.info.hooks, ...info.hooks];
	return [...rows.slice(0, -1), { plugin, info: { ...last.info, ...info, hooks } }];
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
