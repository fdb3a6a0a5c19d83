import {
	type Clock,
	errorText,
	type Identify,
	type JsonObject,
	type ModelRef,
	randomId,
	systemClock,
} from '@myelin/core';
import type { ModelCatalog, SessionHooks, ToolSource } from '@myelin/session';
import { HostError } from './errors.ts';
import { guarded, type Outcome } from './guard.ts';
import { createHookDriver } from './hook-driver.ts';
import { createHookTable } from './hook-table.ts';
import type { Isolation, PluginProgram, RunningProgram } from './isolation.ts';
import { loadPlugin } from './load-plugin.ts';
import { createModelRegistry, type ModelRegistry } from './model-registry.ts';
import type { Logger, Plugin, PluginApi, Unregister } from './plugin.ts';
import { createPluginApi } from './plugin-api.ts';
import { assertName, nameFromSource, pluginOf } from './plugin-check.ts';
import type { JoinOptions, PluginHandle } from './plugin-handle.ts';
import { type PluginInfo, type PluginRecord, pluginInfo } from './plugin-record.ts';
import { createProgramTable } from './program-table.ts';
import { createReports, type HostReport, type Reports } from './reports.ts';
import { createRoster } from './roster.ts';
import { createToolRegistry } from './tool-registry.ts';

/** What a host is made of. */
export interface PluginHostOptions {
	readonly settings: {
		/** Each plugin's part, by its name. */
		readonly pluginSettings?: Readonly<Record<string, JsonObject>>;
		/** The default model. */
		readonly model?: ModelRef;
	};
	readonly log: Logger;
	/** Starts programs; without it there are plugins in this process alone. */
	readonly isolation?: Isolation;
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
	/** Sets a plugin up, within 30 s. Never rejects: a plugin that cannot be set up is `failed` and has left nothing behind. */
	add(plugin: Plugin, source: string): Promise<PluginInfo>;
	/** Loads a file (`.js`, `.mjs`, `.cjs`, `.ts`, `.mts`) or a folder and adds what it exports as default. Never rejects. */
	load(path: string): Promise<PluginInfo>;
	/**
	 * Starts a plugin in a process of its own, and again whenever it ends unasked. Its place in load order is taken at once. Resolves
	 * when it has registered what it has, or has failed at its first start. Never rejects.
	 */
	start(program: PluginProgram): Promise<PluginInfo>;
	/** Takes a plugin out, with all it registered and its process; a guard that is being asked denies. Rejects with `PLUGIN_NOT_FOUND`. */
	unload(name: string): Promise<void>;
	/** Makes room for a plugin that lives elsewhere; several may have one name. Throws `HostError` with `HOST_CLOSED`. */
	join(name: string, source: string, options?: JoinOptions): PluginHandle;
	/** Every plugin in load order, those that failed or were unloaded included. */
	list(): readonly PluginInfo[];
	/** Hears what happens to plugins outside any session's call. */
	onReport(listener: (report: HostReport) => void): Unregister;
	/** Unloads every plugin and ends their processes; nothing can be loaded any more. */
	close(): Promise<void>;
}

/** An empty host. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
	return new Host(options);
}

const setupTimeoutMs = 30_000;

class Host implements PluginHost {
	readonly hooks: SessionHooks;
	readonly models: ModelRegistry;
	readonly tools = createToolRegistry();
	readonly #options: PluginHostOptions;
	readonly #clock: Clock;
	readonly #roster = createRoster();
	readonly #table = createHookTable();
	readonly #reports: Reports;
	readonly #programs = createProgramTable();
	readonly #closing = new AbortController();

	constructor(options: PluginHostOptions) {
		const { settings, log, clock = systemClock, identify = randomId } = options;
		this.#options = options;
		this.#clock = clock;
		this.#reports = createReports(log);
		this.models = createModelRegistry(settings.model);
		this.hooks = createHookDriver(this.#table, { clock, log, minting: { identify, now: () => clock.now() } });
	}

	async add(value: Plugin, source: string): Promise<PluginInfo> {
		let plugin: Plugin;
		try {
			plugin = this.#admitted(value, source);
		} catch (thrown) {
			return this.#refuse(nameFromSource(value, source), source, thrown);
		}
		const record = this.#roster.enter(plugin.name, source);
		const outcome = await this.#setUp(plugin, record);
		if (record.state === 'unloaded') return pluginInfo(record);
		if (outcome.kind === 'failure') return this.#fail(record, 'setup', outcome.message);
		this.#reports.tell({ type: 'plugin_status', plugin: plugin.name, status: 'loaded' });
		return pluginInfo(record);
	}

	async load(path: string): Promise<PluginInfo> {
		let value: unknown;
		try {
			value = await loadPlugin(path);
		} catch (thrown) {
			return this.#refuse(nameFromSource(undefined, path), path, thrown);
		}
		return this.add(value as Plugin, path);
	}

	async start(program: PluginProgram): Promise<PluginInfo> {
		const { name } = program;
		const source = program.command.join(' ');
		try {
			await this.#programs.add(name, this.#started(program, source));
		} catch (thrown) {
			return this.#refuse(name, source, thrown);
		}
		return this.list().findLast((plugin) => plugin.name === name) as PluginInfo;
	}

	async unload(name: string): Promise<void> {
		const plugins = this.#roster.find(name);
		if (plugins.length === 0 && !this.#programs.has(name)) {
			const names = this.list().map((plugin) => plugin.name);
			throw new HostError('PLUGIN_NOT_FOUND', `no plugin ${name} is loaded; there are: ${names.join(', ') || 'none'}`);
		}
		for (const plugin of plugins) this.#unload(plugin);
		await this.#programs.stop(name);
	}

	join(name: string, source: string, options: JoinOptions = {}): PluginHandle {
		return this.#join(name, source, this.#roster.nextOrder(), options);
	}

	list(): readonly PluginInfo[] {
		return this.#roster.list();
	}

	onReport(listener: (report: HostReport) => void): Unregister {
		return this.#reports.listen(listener);
	}

	async close(): Promise<void> {
		this.#closing.abort();
		for (const plugin of this.#roster.backwards()) this.#unload(plugin);
		await this.#programs.stopAll();
	}

	#started(program: PluginProgram, source: string): RunningProgram {
		const { isolation, settings } = this.#options;
		const { name } = program;
		assertName(name, source);
		this.#assertFree(name, source);
		if (isolation === undefined)
			throw new HostError(
				'NO_ISOLATION',
				`${source} cannot be started: this host runs plugins in its own process alone`,
			);
		const order = this.#roster.nextOrder();
		return isolation(program, settings.pluginSettings?.[name] ?? {}, (options) =>
			this.#join(name, source, order, options),
		);
	}

	#join(name: string, source: string, order: number, options: JoinOptions): PluginHandle {
		if (this.#closing.signal.aborted) throw new HostError('HOST_CLOSED', `${name} cannot join: the host was closed`);
		const plugin = this.#roster.enter(name, source, { order, ...options });
		this.#reports.tell({ type: 'plugin_status', plugin: name, status: 'loaded' });
		return {
			api: this.#apiFor(plugin),
			complete: () => this.#roster.replaceLost(plugin),
			lose: (reason) => this.#lose(plugin, reason),
			leave: () => {
				if (plugin.state === 'unloaded') return;
				this.#unload(plugin);
				this.#roster.forget(plugin);
			},
		};
	}

	#admitted(value: Plugin, source: string): Plugin {
		const plugin = pluginOf(value, source);
		this.#assertFree(plugin.name, source);
		return plugin;
	}

	#assertFree(name: string, source: string): void {
		if (this.#closing.signal.aborted) throw new HostError('HOST_CLOSED', `${source} came after the host was closed`);
		const [other] = this.#roster.find(name);
		if (other === undefined && !this.#programs.has(name)) return;
		throw new HostError(
			'NAME_TAKEN',
			`${other?.source ?? 'a program'} is loaded as ${name}; unload it first, or give ${source} another name`,
		);
	}

	#setUp(plugin: Plugin, record: PluginRecord): Outcome<undefined> | Promise<Outcome<undefined>> {
		return guarded({
			call: () => plugin.setup(this.#apiFor(record)),
			check: () => undefined,
			timeoutMs: setupTimeoutMs,
			signal: this.#closing.signal,
			pending: record.pending,
			clock: this.#clock,
			onLateFailure: (thrown) => this.#options.log.debug(`plugin ${plugin.name}, setup failed late:`, thrown),
		});
	}

	#apiFor(plugin: PluginRecord): PluginApi {
		const { log, settings } = this.#options;
		const { tools, models } = this;
		const registries = { hooks: this.#table, tools, models, log, release: this.#roster.release };
		return createPluginApi(plugin, settings.pluginSettings?.[plugin.name] ?? {}, registries);
	}

	#refuse(name: string, source: string, thrown: unknown): PluginInfo {
		return this.#fail(this.#roster.enter(name, source), 'load', errorText(thrown));
	}

	#fail(plugin: PluginRecord, hook: string, message: string): PluginInfo {
		plugin.lastError = `${hook}: ${message}`;
		this.#roster.end(plugin, 'failed', message);
		this.#reports.tell({ type: 'plugin_error', plugin: plugin.name, hook, message });
		return pluginInfo(plugin);
	}

	#lose(plugin: PluginRecord, reason: string): void {
		if (plugin.state !== 'loaded' && plugin.state !== 'quarantined') return;
		this.#roster.lose(plugin, reason);
		this.#reports.tell({ type: 'plugin_status', plugin: plugin.name, status: 'lost', message: reason });
	}

	#unload(plugin: PluginRecord): void {
		this.#roster.end(plugin, 'unloaded', `${plugin.name} was unloaded while it was asked`);
		this.#reports.tell({ type: 'plugin_status', plugin: plugin.name, status: 'unloaded' });
	}
}
