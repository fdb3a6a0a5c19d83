import { goalToolName, type SessionTool, type ToolSource } from '@myelin/session';
import { HostError } from './errors.ts';
import { actingIn, inLoadOrder } from './load-order.ts';
import type { Unregister } from './plugin.ts';
import { type PluginRecord, sharesNames } from './plugin-record.ts';

/** Tools by plugin. */
export interface ToolRegistry extends ToolSource {
	/**
	 * Throws `HostError` with `TOOL_TAKEN` when the name is taken. Two clients that each serve their own sessions may use one
	 * name; in a session of both the first one's tool stands.
	 */
	add(plugin: PluginRecord, tool: SessionTool): Unregister;
}

/** An empty registry. */
export function createToolRegistry(): ToolRegistry {
	let entries: readonly { readonly plugin: PluginRecord; readonly tool: SessionTool }[] = [];
	const listeners = new Set<() => void>();
	const changed = () => {
		for (const listener of [...listeners]) listener();
	};
	return {
		add(plugin, tool) {
			if (tool.name === goalToolName)
				throw new HostError(
					'TOOL_TAKEN',
					`${plugin.name} cannot register the tool ${tool.name}: sessions have one of this name for their goals; choose another`,
				);
			const taken = entries.find((entry) => entry.tool.name === tool.name && sharesNames(plugin, entry.plugin));
			if (taken !== undefined) {
				throw new HostError(
					'TOOL_TAKEN',
					`${plugin.name} cannot register the tool ${tool.name}: ${taken.plugin.name} has one of this name; choose another`,
				);
			}
			const entry = { plugin, tool };
			entries = inLoadOrder(entries, entry);
			changed();
			return () => {
				entries = entries.filter((other) => other !== entry);
				changed();
			};
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		tools: (sessionId) => actingIn(entries, sessionId, ({ tool }) => tool.name).map(({ tool }) => tool),
	};
}
