import { errorText } from '@myelin/core';
import type { PluginNews } from './plugin-news.ts';
import { actsIn, isGate, type PluginInfo, type PluginRecord, pluginInfo } from './plugin-record.ts';
import type { Reports } from './reports.ts';
import type { Roster } from './roster.ts';

/** Who knows the plugins, and who is told of them. */
interface Ports {
	readonly roster: Roster;
	readonly news: PluginNews;
	readonly reports: Reports;
}

/** How plugins end, are lost or fail: what becomes of their gates, and who hears of it. */
export class PluginEnds {
	readonly #roster: Roster;
	readonly #news: PluginNews;
	readonly #reports: Reports;

	constructor({ roster, news, reports }: Ports) {
		this.#roster = roster;
		this.#news = news;
		this.#reports = reports;
	}

	/** It cannot be loaded: it is listed as failed. */
	refuse(name: string, source: string, thrown: unknown, order = this.#roster.nextOrder()): PluginInfo {
		return this.fail(this.#roster.enter(name, source, { order }), 'load', errorText(thrown));
	}

	/** A program that has come as far as to be a plugin has its place in the list, and its gates; it may yet be ready. */
	notReady(name: string, source: string, thrown: unknown): void {
		const [plugin] = this.#roster.find(name);
		if (plugin === undefined) this.refuse(name, source, thrown);
		else this.#news.failure(plugin, 'load', errorText(thrown));
	}

	/** It has failed, at a hook or a step of its loading. */
	fail(plugin: PluginRecord, hook: string, message: string): PluginInfo {
		this.#roster.end(plugin, 'failed', message);
		this.#news.failure(plugin, hook, message);
		return pluginInfo(plugin);
	}

	/** The gates of the plugin as it was, and as it would be, stay shut; without any it has just failed. */
	failAnew(before: PluginRecord, now: PluginRecord, why: string): void {
		before.lastError = why;
		if (before.hooks.size > 0 || [...now.hooks].some(isGate)) this.lose(now, why);
		else this.fail(now, 'load', why);
	}

	/** It is back, in the place of who was lost. Whoever comes back without a guard opens its gate, and nobody who relied on it would see that. */
	replaceLost(plugin: PluginRecord): void {
		const gates = this.#roster.replaceLost(plugin);
		if (gates.length === 0) return;
		const named = gates.map(({ hookId, point }) => `${hookId} at ${point}`).join(', ');
		const message = `${plugin.name} is back without what it guarded before: ${named}; that is open from now on`;
		this.#reports.tell({ type: 'notice', level: 'warning', message }, (sessionId) => actsIn(plugin, sessionId));
	}

	/** It is gone without having left: its gates stay, and are shut. */
	lose(plugin: PluginRecord, reason: string): void {
		if (plugin.state !== 'loaded' && plugin.state !== 'quarantined') return;
		this.#roster.lose(plugin, reason);
		this.#news.status(plugin, 'lost', reason);
	}

	/** It leaves, with all it registered. */
	unload(plugin: PluginRecord): void {
		this.#roster.end(plugin, 'unloaded', `${plugin.name} was unloaded while it was asked`);
		this.#news.status(plugin, 'unloaded');
	}
}
