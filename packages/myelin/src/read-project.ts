import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { assertPinned, holdsPlugin, isInside } from '@myelin/plugins/host';
import type { PluginEntry } from './plugin-entry.ts';
import { parseSettings, type Settings } from './settings.ts';

/**
 * What the folder of a project says, its plugins included. Rejects for settings that are none, and, with `UNTRUSTABLE`, when it names or
 * imports what lies outside of it: nobody who trusts the folder would see that change.
 */
export async function readProject(folder: string): Promise<Settings> {
	const file = join(folder, 'settings.json');
	const text = await readFile(file, 'utf8').catch(absent);
	const settings = text === undefined ? { plugins: [], pluginSettings: {} } : parseSettings(text, file);
	const plugins = [...(await pluginsIn(join(folder, 'plugins'))), ...settings.plugins];
	await assertPinned(
		folder,
		plugins.flatMap((entry) => filesOf(entry, folder)),
	);
	return { ...settings, plugins };
}

/** Files that may be plugins, and folders that hold one. Notes, types, tests, links and what is hidden are none. */
async function pluginsIn(folder: string): Promise<readonly PluginEntry[]> {
	const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
	const plugins: string[] = [];
	for (const entry of entries) {
		const { name } = entry;
		if (name.startsWith('.') || name === 'node_modules' || /\.(d|test|spec)\.\w+$/.test(name)) continue;
		const path = join(folder, name);
		if ((entry.isFile() || entry.isDirectory()) && (await holdsPlugin(path))) plugins.push(path);
	}
	return plugins.sort().map((path) => ({ kind: 'file', path }));
}

/** The files that an entry names: those in its command as far as they are the project's, since programs of the machine are not. */
function filesOf(entry: PluginEntry, folder: string): readonly string[] {
	if (entry.kind !== 'program') return [entry.path];
	return entry.command.flatMap((word, place) => {
		const name = word.replace(/^-[^=]*=?/, '');
		const path = resolve(folder, name);
		if (isAbsolute(name)) return isInside(dirname(folder), path) ? [path] : [];
		const isNamed = /^\.{1,2}(\/|$)/.test(name) || name.includes('/../');
		return isNamed || (place > 0 && name !== '' && existsSync(path)) ? [path] : [];
	});
}

function absent(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error;
}
