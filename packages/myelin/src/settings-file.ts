import { readFile } from 'node:fs/promises';
import { errorText } from '@myelin/core';
import { HostError } from '@myelin/plugins/host';
import { ServerError, type SettingsFile } from '@myelin/rpc-server';
import { replaceFile } from '@myelin/session';
import { parseSettings, type Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A settings file that clients may read and change. It is read at each use, so that what a person writes into it stands; what it
 * could not be read with at the next start is never written, nor what `judge` rejects: it is given the names that lead to the change.
 * What several processes change at once is all kept.
 * `onChanged` is given what holds from now on.
 */
export function openSettingsFile(
	path: string,
	onChanged: (settings: Settings) => void,
	judge: (names: readonly string[], changed: Settings) => Promise<void> = async () => {},
): SettingsFile {
	let writing: Promise<unknown> = Promise.resolve();
	const write = async (key: string, value: unknown): Promise<void> => {
		const names = key.split('.');
		const before = await readText(path);
		const next = withMember(membersIn(before, path), names, value);
		const text = `${JSON.stringify(next, null, '\t')}\n`;
		const settings = understood(() => parseSettings(text, path));
		await judge(names, settings).catch(refuse);
		const isReplaced = await replaceFile(path, before, text).catch((error) => {
			throw new ServerError('SETTINGS_NOT_WRITTEN', `cannot write the settings ${path}: ${errorText(error)}`);
		});
		// Another process has changed it meanwhile, which must stand.
		if (!isReplaced) return write(key, value);
		onChanged(settings);
	};
	return {
		async read(key) {
			const members = membersIn(await readText(path), path);
			return key === undefined ? members : memberOf(members, key.split('.'));
		},
		write(key, value) {
			const written = writing.then(() => write(key, value));
			writing = written.catch(() => undefined);
			return written;
		},
	};
}

/** Nothing where there is no file. */
function readText(path: string): Promise<string | undefined> {
	return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw new ServerError('INVALID_SETTING', `cannot read the settings ${path}: ${errorText(error)}`);
	});
}

function membersIn(given: string | undefined, path: string): Members {
	const text = given ?? '{}';
	understood(() => parseSettings(text, path));
	return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** What the reader of settings refuses is the caller's fault, and the message says why. */
function understood<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		return refuse(error);
	}
}

function refuse(error: unknown): never {
	const issues = error instanceof SettingsError || error instanceof HostError ? error.issues : [];
	const data = issues.length === 0 ? {} : { data: { issues } };
	throw new ServerError('INVALID_SETTING', errorText(error), { cause: error, ...data });
}

function memberOf(value: unknown, names: readonly string[]): unknown {
	const [name, ...rest] = names;
	if (name === undefined) return value;
	return isMembers(value) && Object.hasOwn(value, name) ? memberOf(value[name], rest) : undefined;
}

/** A copy in which one member, which `names` lead to from `depth` on, is another, or gone if it is null. */
function withMember(members: Members, names: readonly string[], value: unknown, depth = 0): Members {
	const name = names[depth] ?? '';
	if (depth < names.length - 1) {
		const inner = Object.hasOwn(members, name) ? members[name] : {};
		if (!isMembers(inner)) throw withoutMembers(names, depth, inner);
		return { ...members, [name]: withMember(inner, names, value, depth + 1) };
	}
	const { [name]: _before, ...others } = members;
	return value === null ? others : { ...members, [name]: value };
}

function withoutMembers(names: readonly string[], depth: number, inner: unknown): ServerError {
	const found = JSON.stringify(inner)?.slice(0, 100);
	const text = `${names.join('.')} cannot be set: ${names[depth]} is ${found}, which has no members`;
	const issues = [{ path: names.slice(0, depth + 1), message: text }];
	return new ServerError('INVALID_SETTING', text, { data: { issues } });
}

function isMembers(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
