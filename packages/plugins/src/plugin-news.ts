import type { HookScope, PluginStatus } from '@myelin/session';
import { actsIn, type PluginRecord } from './plugin-record.ts';
import type { Reports } from './reports.ts';

/** Tells what becomes of plugins, in every session that a plugin may act in. */
export interface PluginNews {
	/** `here` is where it happened, and is told also if it has not made itself known. */
	status(plugin: PluginRecord, status: PluginStatus['status'], message?: string, here?: HookScope): void;
	/** It failed outside any session's call; that is its last error. */
	failure(plugin: PluginRecord, hook: string, message: string): void;
}

/** News through `reports`. */
export function createPluginNews(reports: Reports): PluginNews {
	return {
		status(plugin, status, message, here) {
			const report = { type: 'plugin_status', plugin: plugin.name, status } as const;
			const isMeant = (sessionId: string) => actsIn(plugin, sessionId);
			reports.tell(message === undefined ? report : { ...report, message }, isMeant, here);
		},
		failure(plugin, hook, message) {
			plugin.lastError = `${hook}: ${message}`;
			const isMeant = (sessionId: string) => actsIn(plugin, sessionId);
			reports.tell({ type: 'plugin_error', plugin: plugin.name, hook, message }, isMeant);
		},
	};
}
