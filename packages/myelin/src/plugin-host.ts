import { type Clock, systemClock } from '@myelin/core';
import type { Plugin } from '@myelin/plugins';
import type { PluginHost, PluginInfo, Recheck } from '@myelin/plugins/host';
import { type MissingPlugin, missingGate } from './missing-plugins.ts';
import { isolatedProgram, type PluginEntry } from './plugin-entry.ts';
import type { Project } from './project.ts';
import { refusalNotice } from './refusal-notice.ts';

/**
 * Loads the bundled plugins, then those named, in this order. A plugin that fails harms no other, but what was named and is not
 * there is a shut gate; of a project that was refused each session is told.
 */
export async function loadPlugins(
	host: PluginHost,
	project: Project,
	entries: readonly PluginEntry[],
	clock: Clock = systemClock,
): Promise<void> {
	const gate = missingGate(host);
	await addOwn(host, gate.plugin);
	host.prefetch(entries.flatMap((entry) => (entry.kind === 'file' ? [entry.path] : [])));
	for (const plugin of await bundledPlugins()) await host.add(plugin, 'bundled');
	if (project.kind === 'refused' || project.kind === 'shut')
		await addOwn(host, refusalNotice(project.why, project.kind === 'shut'));
	const loading: {
		readonly entry: PluginEntry;
		readonly wanted: MissingPlugin['wanted'];
		readonly info: Promise<PluginInfo>;
	}[] = [];
	const patience = patienceOf(clock);
	for (const entry of entries) {
		const wanted = wantedBy(entry);
		const recheck = recheckOf(project, entry);
		const info = typeof wanted === 'string' ? host.load(wanted, recheck) : host.start(wanted, recheck);
		// Each has its place in the order from here on. Programs get ready at the same time.
		if (entry.kind === 'file') await Promise.race([info, patience.isOver]);
		loading.push({ entry, wanted, info });
	}
	patience.stop();
	const missing: MissingPlugin[] = [];
	for (const { entry, wanted, info: loaded } of loading) {
		const info = await loaded;
		if (info.status !== 'loaded' && entry.onFailure !== 'allow') missing.push({ wanted, info });
	}
	if (missing.length > 0) gate.shut(missing);
}

/**
 * How long plugins of this process wait in all for those before them, so that the first of two that want one name gets it. After
 * that the rest are loaded side by side: however many hang, they hang together.
 */
const inTurnMs = 5_000;

function patienceOf(clock: Clock): { readonly isOver: Promise<void>; stop(): void } {
	let stop = () => {};
	const isOver = new Promise<void>((resolve) => {
		stop = clock.after(inTurnMs, resolve);
	});
	return { isOver, stop };
}

/** Adds what must not be left out: a server without it would be open where it should be shut. */
async function addOwn(host: PluginHost, plugin: Plugin): Promise<void> {
	const { status, lastError } = await host.add(plugin, 'bundled');
	if (status !== 'loaded')
		throw new Error(`${plugin.name} cannot be set up, and nothing runs without it: ${lastError}`);
}

/** What the project itself names is run again only while it is trusted as it is. */
function recheckOf(project: Project, entry: PluginEntry): Recheck | undefined {
	return project.kind === 'trusted' && project.settings.plugins.includes(entry) ? project.recheck : undefined;
}

function wantedBy(entry: PluginEntry): MissingPlugin['wanted'] {
	switch (entry.kind) {
		case 'file':
			return entry.path;
		case 'isolated':
			return isolatedProgram(entry);
		case 'program':
			return { name: entry.name, command: entry.command, cwd: entry.cwd };
	}
}

async function bundledPlugins(): Promise<readonly Plugin[]> {
	const { anthropic, codingTools, demoModel, openai } = await import('@myelin/bundled');
	return [anthropic, openai, demoModel, codingTools];
}
