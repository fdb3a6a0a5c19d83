import { inLoadOrder } from './load-order.ts';
import type { HookEntry } from './plugin-record.ts';

/** The hooks in force, by point. */
export interface HookTable {
	/** The hooks of a point in load order, or nothing when there is none. The list never changes: a change makes a new one. */
	at(point: string): readonly HookEntry[] | undefined;
	/** The hooks of this id that plugins of this name have, each for its sessions. */
	find(plugin: string, hookId: string): readonly HookEntry[];
	add(entry: HookEntry): void;
	/** Takes a hook out; one that is not there is none to take. */
	remove(entry: HookEntry): void;
}

/** An empty table. */
export function createHookTable(): HookTable {
	const points = new Map<string, readonly HookEntry[]>();
	const entries = new Set<HookEntry>();
	return {
		at: (point) => points.get(point),
		find: (plugin, hookId) => [...entries].filter((entry) => entry.plugin.name === plugin && entry.hookId === hookId),
		add(entry) {
			entries.add(entry);
			points.set(entry.point, inLoadOrder(points.get(entry.point) ?? [], entry));
		},
		remove(entry) {
			if (!entries.delete(entry)) return;
			const left = points.get(entry.point)?.filter((other) => other !== entry) ?? [];
			if (left.length === 0) points.delete(entry.point);
			else points.set(entry.point, left);
		},
	};
}
