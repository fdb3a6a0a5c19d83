import type { Clock, JsonObject } from '@myelin/core';
import { HookError, HostError } from './errors.ts';
import { guarded, type Outcome } from './guard.ts';
import type { Recheck } from './isolation.ts';
import type { Logger, Plugin, PluginApi } from './plugin.ts';
import { createPluginFiles, type PluginFiles } from './plugin-files.ts';
import type { PluginRecord } from './plugin-record.ts';
import { createPluginSettings, type PluginSettings } from './plugin-settings.ts';

/** How long a plugin may take to be read and set up. Milliseconds. */
export const loadTimeoutMs = 30_000;

/** What setting plugins up needs of the host. */
export interface SettingUpPorts {
	readonly clock: Clock;
	readonly log: Logger;
	/** Aborts when the host is closed: nothing is waited for any longer. */
	readonly closing: AbortSignal;
	/** A plugin's part of the settings, as a person wrote it. */
	given(name: string): JsonObject;
	/** What a plugin is given. */
	apiFor(plugin: PluginRecord, settings: JsonObject): PluginApi;
}

/** How a plugin's code comes into this process: its file is read, and its setup called. Either may wait for what never comes. */
export interface SettingUp {
	readonly files: PluginFiles;
	readonly settings: PluginSettings;
	/** What a file exports as default, unless `recheck` refuses it. Rejects with that refusal, and as `PluginFiles.read` does. */
	read(path: string, recheck: Recheck | undefined): Promise<unknown>;
	/** Calls a plugin's setup with its settings, once they fit. Never throws. */
	setUp(plugin: Plugin, record: PluginRecord, timeoutMs: number): Outcome<undefined> | Promise<Outcome<undefined>>;
}

/** Nothing is set up yet. */
export function createSettingUp({ clock, log, closing, given, apiFor }: SettingUpPorts): SettingUp {
	const files = createPluginFiles();
	const settings = createPluginSettings();
	return {
		files,
		settings,
		async read(path, recheck) {
			const outcome = await guarded({
				call: async () => {
					await recheck?.();
					return files.read(path);
				},
				check: (value) => value,
				timeoutMs: loadTimeoutMs,
				signal: closing,
				pending: new Set(),
				clock,
				onLateFailure: (thrown) => log.debug(`${path} could not be imported, late:`, thrown),
			});
			return exported(outcome, path);
		},
		setUp(plugin, record, timeoutMs) {
			const { name } = plugin;
			const call =
				plugin.settings === undefined
					? () => plugin.setup(apiFor(record, given(name)))
					: async () => plugin.setup(apiFor(record, await settings.checked(plugin, given(name))));
			return guarded({
				call,
				check: () => undefined,
				timeoutMs,
				signal: closing,
				pending: record.pending,
				clock,
				onLateFailure: (thrown) => log.debug(`plugin ${name}, setup failed late:`, thrown),
			});
		},
	};
}

/** What came of reading a file; throws what kept it from being read. */
function exported(outcome: Outcome<unknown>, path: string): unknown {
	switch (outcome.kind) {
		case 'answer':
			return outcome.value;
		case 'cancelled':
			throw new HostError('HOST_CLOSED', `the host was closed before ${path} was read`);
		case 'failure':
			if (outcome.code !== 'TIMEOUT') throw outcome.thrown;
			throw new HookError(
				'TIMEOUT',
				`${path} was not imported within ${loadTimeoutMs} ms: what it awaits outside its setup did not come`,
			);
	}
}
