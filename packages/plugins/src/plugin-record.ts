import type { HookErrorCode } from './errors.ts';
import type { Unregister } from './plugin.ts';
import type { PointKind } from './points.ts';

/** `failed`: its setup threw. `quarantined`: it failed too often. `lost`: its process went away. `unloaded`: it was taken out. */
export type PluginState = 'loaded' | 'failed' | 'quarantined' | 'lost' | 'unloaded';

/** What the host keeps of one plugin. Its state is changed by `roster.ts`, its health by `hook-call.ts`, what it registered by `plugin-api.ts`. */
export interface PluginRecord {
	readonly name: string;
	readonly source: string;
	/** Its place in load order. */
	readonly order: number;
	/** The one session that it may interfere with, if there is but one. */
	readonly session: string | undefined;
	/** The sessions that it may interfere with where it is not for one alone; all of them when not set. */
	readonly sessions: ((sessionId: string) => boolean) | undefined;
	/** Those of them that it has come to; none where it is for one alone, or for all. */
	readonly held: () => readonly string[];
	readonly onQuarantine: (() => void) | undefined;
	/** Whether it stays listed when it is lost without a gate. */
	readonly isKept: boolean;
	state: PluginState;
	lastError: string | undefined;
	/** What sessions were told when its state last changed. */
	told: string | undefined;
	readonly hooks: Set<HookEntry>;
	/** Undoes each registration that is in force; with the hook that it was, if it was one. */
	readonly undo: Map<Unregister, HookEntry | undefined>;
	/** Ends each call that is waited for. */
	readonly pending: Set<Interrupt>;
}

/** Ends a call that is waited for, as if it had failed so. */
export type Interrupt = (code: HookErrorCode, message: string) => void;

/** One registered hook with the terms in force. */
export interface HookEntry {
	readonly plugin: PluginRecord;
	readonly hookId: string;
	readonly point: string;
	readonly kind: PointKind;
	/** Called with the point's payload and a `HookContext`; whatever it answers is checked. */
	readonly hook: (payload: unknown, context: unknown) => unknown;
	/** Milliseconds; `Infinity` for no limit. */
	readonly timeoutMs: number;
	readonly onFailure: 'deny' | 'allow';
	readonly required: boolean;
	/** Once it is a lost plugin's shut gate: the hooks that its owner registered since, and the sessions that these came to. */
	readonly heirs: Set<HookEntry>;
	readonly returned: Set<string>;
	failuresInRow: number;
}

/** A hook in a list. */
export interface HookInfo {
	readonly hookId: string;
	readonly point: string;
	readonly onFailure?: 'deny' | 'allow';
}

/** A plugin in a list: its state, its hooks that interfere, and its last error. */
export interface PluginInfo {
	readonly name: string;
	readonly source: string;
	readonly status: PluginState;
	readonly hooks: readonly HookInfo[];
	readonly lastError?: string;
}

/** The record as others may see it. */
export function pluginInfo(record: PluginRecord): PluginInfo {
	const hooks = [...record.hooks].filter((entry) => entry.kind !== 'observe').map(hookInfo);
	const { name, source, state: status, lastError } = record;
	return lastError === undefined ? { name, source, status, hooks } : { name, source, status, hooks, lastError };
}

function hookInfo({ hookId, point, kind, onFailure }: HookEntry): HookInfo {
	return kind === 'veto' ? { hookId, point, onFailure } : { hookId, point };
}

/** Whether a plugin may interfere with a session. */
export function actsIn({ session, sessions }: PluginRecord, sessionId: string): boolean {
	if (session !== undefined) return session === sessionId;
	return sessions === undefined || sessions(sessionId);
}

/** Whether a name of one is taken for the other: of two that each serve their own sessions, it is not. */
export function sharesNames(plugin: PluginRecord, other: PluginRecord): boolean {
	return plugin === other || isEverywhere(plugin) || isEverywhere(other);
}

function isEverywhere({ session, sessions }: PluginRecord): boolean {
	return session === undefined && sessions === undefined;
}

/** Whether a hook stays a shut gate when its plugin fails or goes: a guard, or a transform that must not be left out. */
export function isGate(entry: HookEntry): boolean {
	return entry.kind === 'veto' || entry.required;
}
