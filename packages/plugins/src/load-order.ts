import { actsIn, type PluginRecord } from './plugin-record.ts';

/** The list with one entry more, after those of its own plugin and of plugins loaded before it. */
export function inLoadOrder<T extends { readonly plugin: PluginRecord }>(
	entries: readonly T[],
	entry: T,
): readonly T[] {
	const later = entries.findIndex((other) => other.plugin.order > entry.plugin.order);
	return later < 0 ? [...entries, entry] : entries.toSpliced(later, 0, entry);
}

/** The entries that act in a session, one of each name: where plugins that serve their own sessions share one, the first stands. */
export function actingIn<T extends { readonly plugin: PluginRecord }>(
	entries: readonly T[],
	sessionId: string,
	nameOf: (entry: T) => string,
): readonly T[] {
	const byName = new Map<string, T>();
	for (const entry of entries) {
		const name = nameOf(entry);
		if (!byName.has(name) && actsIn(entry.plugin, sessionId)) byName.set(name, entry);
	}
	return [...byName.values()];
}
