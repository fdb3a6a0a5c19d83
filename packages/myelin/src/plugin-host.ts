import type { Plugin } from '@myelin/plugins';
import type { PluginHost, PluginInfo } from '@myelin/plugins/host';
import { missingPlugins } from './missing-plugins.ts';
import { isolatedProgram, type PluginEntry } from './plugin-entry.ts';
import type { Project } from './project.ts';
import { refusalNotice } from './refusal-notice.ts';

/**
 * Loads the bundled plugins, then those named, in this order. A plugin that fails harms no other, but what was named and is not
 * there is a shut gate; of a project that was refused each session is told.
 */
export async function loadPlugins(host: PluginHost, project: Project, entries: readonly PluginEntry[]): Promise<void> {
	host.prefetch(entries.flatMap((entry) => (entry.kind === 'file' ? [entry.path] : [])));
	for (const plugin of await bundledPlugins()) await host.add(plugin, 'bundled');
	if (project.kind === 'refused') await host.add(refusalNotice(project.why), 'bundled');
	const loading: { readonly entry: PluginEntry; readonly info: Promise<PluginInfo> }[] = [];
	for (const entry of entries) {
		const info = start(host, entry);
		// A program has its place in the order from its start on; all of them get ready at the same time.
		if (entry.kind === 'file') await info;
		loading.push({ entry, info });
	}
	const missing: PluginInfo[] = [];
	for (const { entry, info } of loading) {
		if ((await info).status === 'failed' && entry.onFailure !== 'allow') missing.push(await info);
	}
	if (missing.length > 0) await host.add(missingPlugins(host, missing), 'bundled');
}

function start(host: PluginHost, entry: PluginEntry): Promise<PluginInfo> {
	switch (entry.kind) {
		case 'file':
			return host.load(entry.path);
		case 'isolated':
			return host.start(isolatedProgram(entry));
		case 'program':
			return host.start(entry);
	}
}

async function bundledPlugins(): Promise<readonly Plugin[]> {
	const { anthropic, codingTools, demoModel, openai } = await import('@myelin/bundled');
	return [anthropic, openai, demoModel, codingTools];
}
