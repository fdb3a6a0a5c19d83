import type { Plugin, PluginApi } from '@myelin/plugins';
import type { PluginHost, PluginInfo, PluginProgram } from '@myelin/plugins/host';

/** A plugin that was named and did not get up: the file or program that it should be, and what came of it. */
export interface MissingPlugin {
	readonly wanted: string | PluginProgram;
	readonly info: PluginInfo;
}

/** The gate that stands in for plugins that are missing. */
export interface MissingGate {
	/** To be added before anybody could take its name. */
	readonly plugin: Plugin;
	/** Shuts the gate until each of these is there. */
	shut(missing: readonly MissingPlugin[]): void;
}

/** What missing plugins would have guarded nobody knows, so that no tool runs without them, and every session is told at its first run. */
export function missingGate(host: PluginHost): MissingGate {
	let api: PluginApi | undefined;
	return {
		plugin: {
			name: 'missing-plugins',
			setup(myelin) {
				api = myelin;
			},
		},
		shut(missing) {
			if (api === undefined) throw new Error('the gate for missing plugins was not set up');
			guard(api, () => missing.filter(({ wanted }) => !isThere(host, wanted)).map(({ info }) => info));
		},
	};
}

function guard(myelin: PluginApi, stillMissing: () => readonly PluginInfo[]): void {
	const told = new Set<string>();
	myelin.on('tool_call', () => {
		const absent = stillMissing();
		if (absent.length > 0) return { block: true, reason: missingText(absent) };
	});
	myelin.on('agent_start', (_event, { sessionId, notify }) => {
		const absent = stillMissing();
		if (absent.length === 0 || told.has(sessionId)) return;
		told.add(sessionId);
		notify(missingText(absent), 'warning');
	});
	myelin.on('session_shutdown', (_payload, { sessionId }) => void told.delete(sessionId));
}

/** A program that is connected may have its guards yet to register. */
function isThere(host: PluginHost, wanted: string | PluginProgram): boolean {
	if (typeof wanted !== 'string') return host.isReady(wanted);
	return host.list().some(({ status, source }) => status === 'loaded' && source === wanted);
}

function missingText(missing: readonly PluginInfo[]): string {
	const each = missing.map(({ source, lastError }) => `${source} (${lastError ?? 'it is not there'})`);
	const remedy = 'Mend or take out what is named, or let it be missing with { "path": …, "onFailure": "allow" }.';
	return `No tool runs, since a plugin that was to be loaded is not there, and it may be a guard: ${each.join('; ')}. ${remedy}`;
}
