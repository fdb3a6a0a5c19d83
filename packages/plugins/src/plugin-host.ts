import { type Clock, errorText, type JsonObject, randomId, systemClock } from '@myelin/core';
import type { SessionHooks } from '@myelin/session';
import { type CommandNews, createCommandNews } from './command-news.ts';
import { createCommandRegistry } from './command-registry.ts';
import { HostError } from './errors.ts';
import type { Outcome } from './guard.ts';
import { comeBack } from './heirs.ts';
import { CallContext } from './hook-context.ts';
import { createHookDriver } from './hook-driver.ts';
import { createHookTable } from './hook-table.ts';
import type { PluginHost, PluginHostOptions } from './host-contract.ts';
import type { PluginProgram, Recheck, RunningProgram } from './isolation.ts';
import { createModelRegistry, type ModelRegistry } from './model-registry.ts';
import type { Plugin, PluginApi, Unregister } from './plugin.ts';
import { createPluginApis } from './plugin-apis.ts';
import { assertName, nameFromSource, pluginOf } from './plugin-check.ts';
import { PluginEnds } from './plugin-ends.ts';
import type { PluginFile } from './plugin-files.ts';
import type { JoinOptions, PluginHandle } from './plugin-handle.ts';
import { createPluginNews, type PluginNews } from './plugin-news.ts';
import { type PluginInfo, type PluginRecord, pluginInfo } from './plugin-record.ts';
import { createProgramTable } from './program-table.ts';
import { createReports, type HostReport, type Reports } from './reports.ts';
import { createRoster } from './roster.ts';
import { type CommandSource, createCommandSource } from './run-command.ts';
import { createSettingUp, loadTimeoutMs, type SettingUp } from './setting-up.ts';
import { createToolRegistry } from './tool-registry.ts';
import { createVoice } from './voice.ts';

/** An empty host. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
	return new Host(options);
}

class Host implements PluginHost {
	readonly hooks: SessionHooks;
	readonly models: ModelRegistry;
	readonly commands: CommandSource;
	readonly tools = createToolRegistry();
	readonly #options: PluginHostOptions;
	readonly #clock: Clock;
	readonly #roster = createRoster();
	readonly #table = createHookTable();
	readonly #reports: Reports;
	readonly #news: PluginNews;
	readonly #ends: PluginEnds;
	readonly #commands = createCommandRegistry(() => this.#commandNews.look());
	readonly #commandNews: CommandNews;
	readonly #programs = createProgramTable();
	readonly #apiFor: (plugin: PluginRecord, settings: JsonObject) => PluginApi;
	readonly #settingUp: SettingUp;
	/** The last reload of each name that is not over. */
	readonly #reloads = new Map<string, Promise<PluginInfo>>();
	readonly #closing = new AbortController();

	constructor(options: PluginHostOptions) {
		const { settings, log, clock = systemClock, identify = randomId, questions } = options;
		this.#options = options;
		this.#clock = clock;
		this.#reports = createReports(log);
		this.#news = createPluginNews(this.#reports);
		this.#ends = new PluginEnds({ roster: this.#roster, news: this.#news, reports: this.#reports });
		this.#commandNews = createCommandNews(this.#reports, this.#commands.list);
		this.models = createModelRegistry(() => settings.model);
		const ports = { clock, log, news: this.#news, questions };
		const minting = { identify, now: () => clock.now() };
		this.hooks = createHookDriver(this.#table, {
			...ports,
			minting,
			onOpen: (scope) => {
				this.#news.open(scope, this.#roster.amiss(scope.sessionId));
				this.#commandNews.open(scope.sessionId);
			},
		});
		this.commands = createCommandSource(this.#commands, ports);
		const { release } = this.#roster;
		const registries = { hooks: this.#table, tools: this.tools, models: this.models, commands: this.#commands };
		this.#apiFor = createPluginApis({ ...ports, ...registries, reports: this.#reports, release });
		this.#settingUp = createSettingUp({
			clock,
			log,
			closing: this.#closing.signal,
			given: (name) => this.#given(name),
			apiFor: this.#apiFor,
		});
	}

	add(value: Plugin, source: string): Promise<PluginInfo> {
		return this.#add(value, source, this.#roster.nextOrder(), loadTimeoutMs);
	}

	async #add(value: Plugin, source: string, order: number, timeoutMs: number): Promise<PluginInfo> {
		let plugin: Plugin;
		try {
			plugin = this.#admitted(value, source);
		} catch (thrown) {
			return this.#ends.refuse(nameFromSource(value, source), source, thrown, order);
		}
		const record = this.#roster.enter(plugin.name, source, { order });
		const outcome = await this.#settingUp.setUp(plugin, record, timeoutMs);
		if (record.state === 'unloaded') return pluginInfo(record);
		if (outcome.kind === 'failure') return this.#ends.fail(record, 'setup', outcome.message);
		this.#news.status(record, 'loaded');
		return pluginInfo(record);
	}

	prefetch(paths: readonly string[]): void {
		this.#settingUp.files.prefetch(paths);
	}

	load(path: string, recheck?: Recheck): Promise<PluginInfo> {
		return this.#load({ path, recheck }, undefined);
	}

	async #load(file: PluginFile, recheck: Recheck | undefined): Promise<PluginInfo> {
		const { path } = file;
		const order = this.#roster.nextOrder();
		const deadline = this.#clock.now() + loadTimeoutMs;
		let value: unknown;
		try {
			value = await this.#settingUp.read(path, recheck);
		} catch (thrown) {
			return this.#keepFile(this.#ends.refuse(nameFromSource(undefined, path), path, thrown, order), file);
		}
		const info = await this.#add(value as Plugin, path, order, Math.max(1, deadline - this.#clock.now()));
		return this.#keepFile(info, file);
	}

	/** What failed may be mended and loaded anew, unless another has its name. */
	#keepFile(info: PluginInfo, file: PluginFile): PluginInfo {
		const isOurs = info.status === 'loaded' || this.#roster.find(info.name).length === 0;
		if (isOurs) this.#settingUp.files.keep(info.name, file);
		return info;
	}

	async start(program: PluginProgram, recheck: Recheck = async () => {}): Promise<PluginInfo> {
		const { name } = program;
		const source = program.command.join(' ');
		let start: () => RunningProgram;
		try {
			start = this.#starter(program, source, recheck);
		} catch (thrown) {
			return this.#ends.refuse(name, source, thrown);
		}
		await this.#programs
			.add(program, start, recheck)
			.catch((thrown: unknown) => this.#ends.notReady(name, source, thrown));
		return this.#infoOf(name);
	}

	isReady(program: PluginProgram): boolean {
		return this.#programs.isReady(program);
	}

	/** Those of one name follow one another; the first shuts its guards at once. */
	reload(name: string): Promise<PluginInfo> {
		const anew = () => this.#reload(name);
		const last = this.#reloads.get(name);
		const own = last === undefined ? anew() : last.then(anew, anew);
		this.#reloads.set(name, own);
		const done = () => void (this.#reloads.get(name) === own && this.#reloads.delete(name));
		own.then(done, done);
		return own;
	}

	async #reload(name: string): Promise<PluginInfo> {
		if (this.#programs.has(name)) {
			await this.#programs.restart(name).catch((thrown: unknown) => this.#ends.notReady(name, name, thrown));
			return this.#infoOf(name);
		}
		const [plugin] = this.#roster.find(name);
		const file = this.#settingUp.files.of(name);
		if (plugin === undefined) {
			const isListed = this.list().some((other) => other.name === name);
			if (file === undefined || !isListed) throw this.#notFound(name);
			return this.#load(file, file.recheck);
		}
		if (file === undefined)
			throw new HostError(
				'NOT_RELOADABLE',
				`${name} came from ${plugin.source}, and only files and programs are read anew`,
			);
		this.#ends.lose(plugin, 'it is being loaded anew');
		const record = this.#roster.enter(name, file.path, { order: plugin.order });
		const outcome = await this.#loadAnew(name, file, record);
		if (outcome.kind === 'answer') this.#ends.replaceLost(record);
		else this.#ends.failAnew(plugin, record, outcome.kind === 'failure' ? outcome.message : 'the host was closed');
		return this.#infoOf(name);
	}

	async unload(name: string): Promise<void> {
		const plugins = this.#roster.find(name);
		if (plugins.length === 0 && !this.#programs.has(name)) {
			throw this.#notFound(name);
		}
		for (const plugin of plugins) this.#ends.unload(plugin);
		await this.#programs.stop(name);
	}

	join(name: string, source: string, options: JoinOptions = {}): PluginHandle {
		return this.#join(name, source, this.#roster.nextOrder(), options);
	}

	list(): readonly PluginInfo[] {
		return this.#roster.list();
	}

	checkSettings(name: string, part: JsonObject): Promise<void> {
		return this.#settingUp.settings.check(name, part);
	}

	onReport(listener: (report: HostReport) => void): Unregister {
		return this.#reports.listen(listener);
	}

	async close(): Promise<void> {
		this.#closing.abort();
		for (const plugin of this.#roster.backwards()) this.#ends.unload(plugin);
		await this.#programs.stopAll();
	}

	#notFound(name: string): HostError {
		const names = this.list().flatMap(({ name: other, status }) =>
			status === 'failed' || status === 'unloaded' ? [] : [other],
		);
		return new HostError('PLUGIN_NOT_FOUND', `no plugin ${name} is loaded; there are: ${names.join(', ') || 'none'}`);
	}

	#infoOf(name: string): PluginInfo {
		return this.list().findLast((plugin) => plugin.name === name) as PluginInfo;
	}

	/** Throws `HostError` for what cannot be started. */
	#starter(program: PluginProgram, source: string, recheck: Recheck): () => RunningProgram {
		const { isolation } = this.#options;
		const { name } = program;
		assertName(name, source, ', and write that beside its path or command: "name": "my-guard"');
		this.#assertFree(name, source);
		if (isolation === undefined)
			throw new HostError(
				'NO_ISOLATION',
				`${source} cannot be started: this host runs plugins in its own process alone`,
			);
		const order = this.#roster.nextOrder();
		const join = (options: JoinOptions): PluginHandle => {
			const handle = this.#join(name, source, order, { ...options, isKept: true });
			return {
				...handle,
				complete: () => {
					handle.complete();
					this.#programs.markReady(name);
				},
			};
		};
		const told = () =>
			recheck().catch((thrown: unknown) => {
				this.#ends.notReady(name, source, thrown);
				throw thrown;
			});
		return () => isolation(program, this.#given(name), join, told);
	}

	#join(name: string, source: string, order: number, options: JoinOptions & { isKept?: boolean }): PluginHandle {
		if (this.#closing.signal.aborted) throw new HostError('HOST_CLOSED', `${name} cannot join: the host was closed`);
		const plugin = this.#roster.enter(name, source, { order, ...options });
		this.#news.status(plugin, 'loaded');
		return {
			api: this.#apiFor(plugin, this.#given(name)),
			voice: (scope) => createVoice(name, scope, { reports: this.#reports, questions: this.#options.questions }),
			hear: CallContext.hear,
			comeTo: (sessionId) => {
				comeBack(plugin, sessionId, { hooks: this.#table, release: this.#roster.release });
				this.#commandNews.look();
			},
			goFrom: () => this.#commandNews.look(),
			complete: () => this.#ends.replaceLost(plugin),
			lose: (reason) => this.#ends.lose(plugin, reason),
			leave: () => {
				if (plugin.state === 'unloaded') return;
				this.#ends.unload(plugin);
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

	/** The plugin must be called as it was. */
	async #loadAnew(name: string, { path, recheck }: PluginFile, record: PluginRecord): Promise<Outcome<undefined>> {
		try {
			const plugin = pluginOf(await this.#settingUp.read(path, recheck), path);
			if (plugin.name !== name)
				throw new HostError('INVALID_PLUGIN', `${path} is called ${plugin.name} now; unload ${name} and load it`);
			return await this.#settingUp.setUp(plugin, record, loadTimeoutMs);
		} catch (thrown) {
			return { kind: 'failure', code: 'CRASH', message: errorText(thrown), thrown };
		}
	}

	/** A plugin's part of the settings, as a person wrote it. */
	#given(name: string): JsonObject {
		return this.#options.settings.pluginSettings?.[name] ?? {};
	}
}
