import { isRecord, kindOf } from '@myelin/core';
import { HostError } from './errors.ts';
import { type Plugin, pluginApiVersion } from './plugin.ts';

/** A value as the plugin that it should be, its members read once: who reads them later gets the same. Throws `HostError` with `INVALID_PLUGIN` or `API_VERSION`. */
export function pluginOf(value: unknown, source: string): Plugin {
	if (!isRecord(value)) throw invalid(source, `it is ${kindOf(value)}; export { name, setup } as default`);
	const { name, apiVersion = pluginApiVersion, settings, setup } = value;
	assertName(name, source);
	if (typeof setup !== 'function') throw invalid(source, `its setup is ${kindOf(setup)}; write a function`);
	if (typeof apiVersion !== 'number')
		throw invalid(source, `its apiVersion is ${kindOf(apiVersion)}; write a number: ${pluginApiVersion}`);
	if (apiVersion !== pluginApiVersion) {
		throw new HostError(
			'API_VERSION',
			`${source} asks for version ${apiVersion} of the plugin contract, and this is ${pluginApiVersion}; ${
				apiVersion > pluginApiVersion ? 'upgrade Myelin' : 'upgrade the plugin'
			}`,
		);
	}
	return {
		name,
		...(settings === undefined ? {} : { settings: settings as NonNullable<Plugin['settings']> }),
		setup: (myelin) => setup.call(value, myelin),
	};
}

/** Throws `HostError` with `INVALID_PLUGIN` unless it is the name of a plugin: lower-case words joined by `-`. */
export function assertName(name: unknown, source: string, remedy = ''): asserts name is string {
	if (typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return;
	throw invalid(source, `its name is ${kindOf(name)}; use lower-case words joined by -${remedy}`);
}

/** A name for what has none that can be used: from the file or source that it came from. */
export function nameFromSource(value: unknown, source: string): string {
	const own = readName(value);
	if (typeof own === 'string' && own !== '') return own;
	const last = source.split(/[\\/]/).findLast((part) => part !== '') ?? source;
	return last.replace(/\.[cm]?[jt]s$/, '');
}

/** What is no plugin may fail at being asked its name, too. */
function readName(value: unknown): unknown {
	try {
		return isRecord(value) ? value.name : undefined;
	} catch {
		return undefined;
	}
}

function invalid(source: string, fault: string): HostError {
	return new HostError('INVALID_PLUGIN', `${source} is no plugin: ${fault}`);
}
