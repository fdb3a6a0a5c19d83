import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorText } from '@myelin/core';
import { createTrustStore, type TrustStore } from '@myelin/plugins/host';
import type { PluginEntry } from './plugin-entry.ts';
import { parseSettings, type Settings } from './settings.ts';

/** What the folder `.myelin` of a project brings, once a person trusts it: `settings.json`, and a plugin for each entry of `plugins`. */
export type Project =
	| { readonly kind: 'none' }
	| { readonly kind: 'trusted'; readonly settings: Settings }
	/** Nothing of it is used. `why` is for a person. */
	| { readonly kind: 'refused'; readonly why: string };

/** The folder of a project's own plugins and settings. */
export function projectFolder(cwd: string): string {
	return join(cwd, '.myelin');
}

/** What a person trusts is kept in `myelin/trust.json` of the XDG data folder. */
export function userTrust(env: NodeJS.ProcessEnv): TrustStore {
	return createTrustStore(join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'myelin', 'trust.json'));
}

/** Looks for a project's folder and reads it if it is trusted. Never rejects. */
export async function findProject(cwd: string, trust: TrustStore): Promise<Project> {
	const folder = projectFolder(cwd);
	const found = await stat(folder).catch(() => undefined);
	if (found?.isDirectory() !== true) return { kind: 'none' };
	try {
		if (await trust.isTrusted(folder)) return { kind: 'trusted', settings: await readProject(folder) };
	} catch (error) {
		return { kind: 'refused', why: `the plugins and settings in ${folder} are not used: ${errorText(error)}` };
	}
	const why = `the plugins and settings in ${folder} are not used: nobody has trusted them as they are now; look at them, then run myelin trust there`;
	return { kind: 'refused', why };
}

/** Settings with those of a project: the person's own win, and the project's plugins are loaded after theirs. */
export function withProject(own: Settings, project: Project): Settings {
	if (project.kind !== 'trusted') return own;
	const { settings } = project;
	return {
		...settings,
		...own,
		plugins: [...own.plugins, ...settings.plugins],
		pluginSettings: { ...settings.pluginSettings, ...own.pluginSettings },
		sessions: { ...settings.sessions, ...own.sessions },
	};
}

async function readProject(folder: string): Promise<Settings> {
	const file = join(folder, 'settings.json');
	const text = await readFile(file, 'utf8').catch(absent);
	const settings = text === undefined ? { plugins: [], pluginSettings: {} } : parseSettings(text, file);
	const names = (await readdir(join(folder, 'plugins')).catch(absent)) ?? [];
	const found = names
		.filter((name) => !name.startsWith('.'))
		.sort()
		.map((name): PluginEntry => ({ kind: 'file', path: join(folder, 'plugins', name) }));
	return { ...settings, plugins: [...found, ...settings.plugins] };
}

function absent(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error;
}
