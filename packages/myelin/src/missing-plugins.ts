import type { Plugin } from '@myelin/plugins';
import type { PluginHost, PluginInfo } from '@myelin/plugins/host';

/**
 * A plugin that stands in for those that were named and could not be loaded: what they would have guarded nobody knows, so no
 * tool runs until each of them is there, and every session is told at its first run.
 */
export function missingPlugins(host: PluginHost, missing: readonly PluginInfo[]): Plugin {
	const stillMissing = () => {
		const present = new Set(host.list().flatMap(({ status, source }) => (status === 'loaded' ? [source] : [])));
		return missing.filter(({ source }) => !present.has(source));
	};
	return {
		name: 'missing-plugins',
		setup(myelin) {
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
		},
	};
}

function missingText(missing: readonly PluginInfo[]): string {
	const each = missing.map(({ source, lastError }) => `${source} (${lastError ?? 'it is not there'})`);
	const remedy = 'Mend or take out what is named, or let it be missing with { "path": …, "onFailure": "allow" }.';
	return `No tool runs, since a plugin that was to be loaded is not there, and it may be a guard: ${each.join('; ')}. ${remedy}`;
}
