import type { HookScope } from '@myelin/session';
import type { PluginNews } from './plugin-news.ts';
import type { PluginRecord } from './plugin-record.ts';

/** A plugin that failed too often is asked no more, its guards deny, and every session that it may act in is told; `here` in any case. */
export function quarantine(plugin: PluginRecord, why: string, news: PluginNews, here?: HookScope): void {
	if (plugin.state !== 'loaded') return;
	plugin.state = 'quarantined';
	news.status(plugin, 'quarantined', why, here);
	plugin.onQuarantine?.();
}
