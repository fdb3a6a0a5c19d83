import type { PluginHost } from '@myelin/plugins/host';

/** Names that mean something else where a client's name stands, in `by` of `ui_resolved`. */
const taken: ReadonlySet<string> = new Set(['default']);

/**
 * What a client is called in decisions, reports and answers: by its own name, unless a plugin that is no client is called so. No
 * plugin's name has a blank in it, so that none is ever taken for the other.
 */
export function clientName(host: Pick<PluginHost, 'list'>, name: string): string {
	const isTaken = taken.has(name) || host.list().some((plugin) => plugin.name === name && plugin.source !== 'client');
	return isTaken ? `${name} (client)` : name;
}
