import type { Clock, Identify, JsonObject, ModelRef } from '@myelin/core';
import type { ModelCatalog, QuestionAsker, SessionHooks, ToolSource } from '@myelin/session';
import type { Isolation, PluginProgram, Recheck } from './isolation.ts';
import type { Logger, Plugin, Unregister } from './plugin.ts';
import type { JoinOptions, PluginHandle } from './plugin-handle.ts';
import type { PluginInfo } from './plugin-record.ts';
import type { HostReport } from './reports.ts';
import type { CommandSource } from './run-command.ts';

/** What a host is made of. */
export interface PluginHostOptions {
	/** Read whenever they are needed: a plugin's part when it is set up, the model when a session asks for none. */
	readonly settings: {
		/** Each plugin's part, by its name. */
		readonly pluginSettings?: Readonly<Record<string, JsonObject>>;
		/** The default model. */
		readonly model?: ModelRef | undefined;
	};
	readonly log: Logger;
	/** Starts programs; without it there are plugins in this process alone. */
	readonly isolation?: Isolation;
	/** Asks the people before a session; without it there are none, and what a plugin asks has its default. */
	readonly questions?: QuestionAsker;
	readonly clock?: Clock;
	/** Makes ids for the messages that plugins add. */
	readonly identify?: Identify;
}

/** Loads plugins, guards every call of theirs, and gives sessions what they offer. Nothing a plugin does harms another. */
export interface PluginHost {
	/** What sessions call. */
	readonly hooks: SessionHooks;
	/** All models that plugins registered. */
	readonly models: ModelCatalog;
	/** All tools that plugins registered. */
	readonly tools: ToolSource;
	/** All commands that plugins registered. */
	readonly commands: CommandSource;
	/** Sets a plugin up, within 30 s. Never rejects: a plugin that cannot be set up is `failed` and has left nothing behind. */
	add(plugin: Plugin, source: string): Promise<PluginInfo>;
	/** Begins to read files and folders that will be loaded: side by side, while `load` sets them up in its own order. */
	prefetch(paths: readonly string[]): void;
	/**
	 * Loads a file (`.js`, `.mjs`, `.cjs`, `.ts`, `.mts`) or a folder and adds what it exports as default, within 30 s. Its place in load
	 * order is taken at once: others may be loaded meanwhile. `recheck` is asked when it is loaded anew. Never rejects.
	 */
	load(path: string, recheck?: Recheck): Promise<PluginInfo>;
	/**
	 * Starts a plugin in a process of its own, and again whenever it ends unasked. Its place in load order is taken at once. Resolves
	 * when it has registered what it has, or has failed at its first start. `recheck` is asked before it is started again, by itself or by a reload. Never rejects.
	 */
	start(program: PluginProgram, recheck?: Recheck): Promise<PluginInfo>;
	/** Whether a program runs and has, at some time since it was started, registered all it has. Its name alone does not make it this one. */
	isReady(program: PluginProgram): boolean;
	/**
	 * Loads a plugin from its file anew, or starts its program anew, in the same place of the load order. Its guards deny meanwhile,
	 * and for good if it cannot be loaded again or its recheck refuses it. A file that failed at its first load, or was unloaded, is loaded as the last. Rejects with `PLUGIN_NOT_FOUND`, `NOT_RELOADABLE`.
	 */
	reload(name: string): Promise<PluginInfo>;
	/** Takes a plugin out, with all it registered and its process; a guard that is being asked denies. Rejects with `PLUGIN_NOT_FOUND`. */
	unload(name: string): Promise<void>;
	/** Makes room for a plugin that lives elsewhere; several may have one name. Throws `HostError` with `HOST_CLOSED`. */
	join(name: string, source: string, options?: JoinOptions): PluginHandle;
	/** Every plugin in load order, those that failed or were unloaded included. */
	list(): readonly PluginInfo[];
	/** Whether the plugin of this name would take these settings, as far as it says what it takes. Rejects with `INVALID_SETTINGS`. */
	checkSettings(name: string, part: JsonObject): Promise<void>;
	/** Hears what happens to plugins outside any session's call; each open session is told on its own stream. */
	onReport(listener: (report: HostReport) => void): Unregister;
	/** Unloads every plugin and ends their processes; nothing can be loaded any more. */
	close(): Promise<void>;
}
