import type { HookScope, PluginStatus } from '@myelin/session';
import { actsIn, type PluginRecord } from './plugin-record.ts';
import type { Reports } from './reports.ts';

/** Tells what becomes of plugins, in every session that a plugin may act in. */
export interface PluginNews {
	/** `here` is where it happened, and is told also if it has not made itself known. */
	status(plugin: PluginRecord, status: PluginStatus['status'], message?: string, here?: HookScope): void;
	/** A session begins, and is told of these first, as it would have been when it happened. */
	open(scope: HookScope, amiss: readonly PluginRecord[]): void;
	/** It failed outside any session's call; that is its last error. */
	failure(plugin: PluginRecord, hook: string, message: string): void;
}

/** News through `reports`. */
export function createPluginNews(reports: Reports): PluginNews {
	return {
		status(plugin, status, message, here) {
			plugin.told = message;
			reports.tell(statusOf(plugin, status), (sessionId) => actsIn(plugin, sessionId), here);
		},
		open: (scope, amiss) =>
			reports.open(
				scope,
				amiss.map((plugin) => statusOf(plugin, plugin.state === 'lost' ? 'lost' : 'quarantined')),
			),
		failure(plugin, hook, message) {
			plugin.lastError = `${hook}: ${message}`;
			const isMeant = (sessionId: string) => actsIn(plugin, sessionId);
			reports.tell({ type: 'plugin_error', plugin: plugin.name, hook, message }, isMeant);
		},
	};
}

function statusOf({ name: plugin, told }: PluginRecord, status: PluginStatus['status']): PluginStatus {
	const report = { type: 'plugin_status', plugin, status } as const;
	return told === undefined ? report : { ...report, message: told };
}
