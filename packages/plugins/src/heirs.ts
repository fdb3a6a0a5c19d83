import type { HookTable } from './hook-table.ts';
import { actsIn, type HookEntry, type PluginRecord } from './plugin-record.ts';

/** What coming back needs of the host. */
export interface HeirPorts {
	readonly hooks: HookTable;
	/** Takes a lost plugin's shut gate away. */
	release(gate: HookEntry): void;
}

/**
 * A hook of the same plugin, id and point as a shut gate is registered, for the same session or for all that its owner comes to. The gate goes where the hook stands, and only there: a client
 * registers its guards before it comes to its sessions again, and until it has come to one that stays shut.
 */
export function inherit(hook: HookEntry, gate: HookEntry, { release }: HeirPorts): void {
	const { plugin } = hook;
	if (plugin.session !== undefined) {
		release(gate);
		return;
	}
	gate.heirs.add(hook);
	for (const sessionId of plugin.held()) gate.returned.add(sessionId);
	if (plugin.sessions === undefined || isWholeBack(gate)) release(gate);
}

/** A plugin acts in a session from now on: what it lost there has its hook again. */
export function comeBack(plugin: PluginRecord, sessionId: string, { hooks, release }: HeirPorts): void {
	for (const hook of plugin.hooks) {
		for (const gate of inheritedBy(hook, hooks)) {
			gate.returned.add(sessionId);
			if (isWholeBack(gate)) release(gate);
		}
	}
}

/** A hook is taken back by its owner, who wants it nowhere: neither where it was lost before. */
export function disown(hook: HookEntry, { hooks, release }: HeirPorts): void {
	for (const gate of inheritedBy(hook, hooks)) release(gate);
}

/** Whether a shut gate has its hook again in this session, or had it and its owner has left the session since. */
function hasReturned({ returned, heirs }: HookEntry, sessionId: string): boolean {
	if (returned.has(sessionId)) return true;
	for (const heir of heirs) if (heir.plugin.hooks.has(heir) && actsIn(heir.plugin, sessionId)) return true;
	return false;
}

/** Whether a hook is in force, and for this session: a hook may be taken out while those before it are asked. */
export function isInForce(entry: HookEntry, sessionId: string): boolean {
	const { plugin } = entry;
	if (!plugin.hooks.has(entry) || !actsIn(plugin, sessionId)) return false;
	return plugin.state !== 'lost' || !hasReturned(entry, sessionId);
}

function inheritedBy(hook: HookEntry, hooks: HookTable): readonly HookEntry[] {
	return hooks.find(hook.plugin.name, hook.hookId).filter((gate) => gate.heirs.has(hook));
}

function isWholeBack({ plugin, returned }: HookEntry): boolean {
	const sessions = plugin.session === undefined ? plugin.held() : [plugin.session];
	return sessions.every((sessionId) => returned.has(sessionId));
}
