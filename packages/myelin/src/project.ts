import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorText } from '@myelin/core';
import { createTrustStore, type Recheck, type TrustStore } from '@myelin/plugins/host';
import { readProject } from './read-project.ts';
import type { Settings } from './settings.ts';

/** What the folder `.myelin` of a project brings, once a person trusts it: `settings.json`, and a plugin for each one in `plugins`. */
export type Project =
	| { readonly kind: 'none' }
	/** `recheck` rejects once that is no longer so. */
	| { readonly kind: 'trusted'; readonly settings: Settings; readonly recheck: Recheck }
	/** Nothing of it is used. `why` is for a person. */
	| { readonly kind: 'refused'; readonly why: string }
	/** What was trusted cannot be used. It may have been a guard, so that no tool runs. */
	| { readonly kind: 'shut'; readonly why: string };

/** The folder of a project's own plugins and settings, whichever way leads there. */
export function projectFolder(cwd: string): string {
	return join(realpathSync(cwd), '.myelin');
}

/** What a person trusts is kept in `myelin/trust.json` of the XDG data folder. */
export function userTrust(env: NodeJS.ProcessEnv): TrustStore {
	return createTrustStore(join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'myelin', 'trust.json'));
}

/** Looks for a project's folder and reads it if it is trusted. Never rejects. */
export async function findProject(cwd: string, trust: TrustStore): Promise<Project> {
	const folder = projectFolder(cwd);
	const found = await look(folder, trust);
	switch (found.kind) {
		case 'never':
			return neverTrusted(folder, trust);
		case 'trusted':
			return { ...found, recheck: () => recheck(folder, trust) };
		case 'fault':
			return {
				kind: 'shut',
				why: `No tool runs, since the plugins and settings in ${folder} ${found.what}, and there may be a guard among them. ${found.remedy}, or run myelin trust --forget there to go on without them; then start anew.`,
			};
	}
}

type Finding =
	| { readonly kind: 'never' }
	| { readonly kind: 'trusted'; readonly settings: Settings }
	| { readonly kind: 'fault'; readonly what: string; readonly remedy: string };

async function look(folder: string, trust: TrustStore): Promise<Finding> {
	try {
		switch (await trust.look(folder)) {
			case 'same':
				return { kind: 'trusted', settings: await readProject(folder) };
			case 'changed':
				return fault('have changed since they were trusted', 'Look at them and run myelin trust there');
			case 'gone':
				return fault('were trusted and are gone', 'Bring them back');
			case 'never':
				return { kind: 'never' };
		}
	} catch (error) {
		return fault(`cannot be used: ${errorText(error)}`, 'Mend them and run myelin trust there');
	}
}

function fault(what: string, remedy: string): Finding {
	return { kind: 'fault', what, remedy };
}

/** Rejects unless the folder is still as it is trusted, and all that it names and imports still lies in it. */
async function recheck(folder: string, trust: TrustStore): Promise<void> {
	const found = await look(folder, trust);
	if (found.kind === 'trusted') return;
	const { what, remedy } =
		found.kind === 'fault' ? found : { what: 'are trusted no more', remedy: 'Look at them and run myelin trust there' };
	throw new Error(
		`it is not run again, since the plugins and settings in ${folder} ${what}. ${remedy}, then reload it`,
	);
}

async function neverTrusted(folder: string, trust: TrustStore): Promise<Project> {
	if (!(await isFolder(folder))) return besideAbove(folder, trust);
	const why = `the plugins and settings in ${folder} are not used: nobody has trusted them; look at them, then run myelin trust there`;
	return { kind: 'refused', why };
}

/** What is trusted counts in its own folder alone; whoever works below it may believe that its guards hold there too. */
async function besideAbove(folder: string, trust: TrustStore): Promise<Project> {
	const cwd = dirname(folder);
	for (let above = cwd; above !== dirname(above); ) {
		above = dirname(above);
		const other = join(above, '.myelin');
		if (!(await isFolder(other)) || (await trust.look(other).catch(() => 'changed')) === 'never') continue;
		const why = `the plugins and settings in ${other}, which you have trusted, are not used in ${cwd}: a project is the folder that Myelin runs in; run it in ${above} for them`;
		return { kind: 'refused', why };
	}
	return { kind: 'none' };
}

async function isFolder(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	return found?.isDirectory() ?? false;
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
