import type { PluginRecord } from './plugin-record.ts';

/** The list with one entry more, after those of its own plugin and of plugins loaded before it. */
export function inLoadOrder<T extends { readonly plugin: PluginRecord }>(
	entries: readonly T[],
	entry: T,
): readonly T[] {
	const later = entries.findIndex((other) => other.plugin.order > entry.plugin.order);
	return later < 0 ? [...entries, entry] : entries.toSpliced(later, 0, entry);
}
