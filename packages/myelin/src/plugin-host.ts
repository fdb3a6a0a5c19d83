import type { Plugin } from '@myelin/plugins';
import type { PluginHost, PluginInfo } from '@myelin/plugins/host';
import { isolatedProgram, type PluginEntry } from './plugin-entry.ts';
import type { Project } from './project.ts';
import { refusalNotice } from './refusal-notice.ts';

/** Loads the bundled plugins, then those named, in this order. A plugin that fails harms no other; of a project that was refused each session is told. */
export async function loadPlugins(host: PluginHost, project: Project, entries: readonly PluginEntry[]): Promise<void> {
	for (const plugin of await bundledPlugins()) await host.add(plugin, 'bundled');
	if (project.kind === 'refused') await host.add(refusalNotice(project.why), 'bundled');
	const programs: Promise<PluginInfo>[] = [];
	for (const entry of entries) {
		// A program has its place in the order from its start on; all of them get ready at the same time.
		if (entry.kind === 'file') await host.load(entry.path);
		else programs.push(host.start(entry.kind === 'program' ? entry : isolatedProgram(entry)));
	}
	await Promise.all(programs);
}

async function bundledPlugins(): Promise<readonly Plugin[]> {
	const { anthropic, codingTools, demoModel, openai } = await import('@myelin/bundled');
	return [anthropic, openai, demoModel, codingTools];
}
