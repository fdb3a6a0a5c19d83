import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '@myelin/core';
import { parseTransportOptions, type TransportOptions } from '@myelin/rpc-server';
import { type PluginEntry, pluginEntry } from './plugin-entry.ts';
import { asSentence, assertKnown } from './read-options.ts';

/** What the command line of a server says. */
export interface ServerArguments {
	/** A settings file instead of the person's own. */
	readonly settings: string | undefined;
	/** Plugins to load after those of the settings. */
	readonly plugins: readonly PluginEntry[];
	/** The folder of sessions that name none: an absolute path. */
	readonly cwd: string;
	/** The folder in which sessions are kept instead of the person's own: an absolute path. */
	readonly sessions: string | undefined;
	/** A file that the log is appended to, instead of standard error: an absolute path. */
	readonly log: string | undefined;
	readonly transport: TransportOptions;
}

const options = {
	settings: { type: 'string' },
	plugin: { type: 'string', multiple: true },
	cwd: { type: 'string' },
	sessions: { type: 'string' },
	log: { type: 'string' },
} as const;

/** Those that `parseTransportOptions` takes out before. */
const transportOptions = ['framing', 'max-frame', 'socket'];

/** Reads a server's command line. Throws with what is wrong and what can be said instead. */
export function serverArguments(argv: readonly string[], cwd: string): ServerArguments {
	const transport = parseTransportOptions(argv);
	if ('problem' in transport) throw new Error(transport.problem);
	try {
		assertKnown(transport.rest, options, transportOptions);
		const { values } = parseArgs({ args: [...transport.rest], options, strict: true, allowPositionals: false });
		return {
			settings: values.settings,
			plugins: (values.plugin ?? []).map((text) => pluginFrom(text, cwd)),
			cwd: resolve(cwd, values.cwd ?? '.'),
			sessions: values.sessions === undefined ? undefined : resolve(cwd, values.sessions),
			log: values.log === undefined ? undefined : resolve(cwd, values.log),
			transport: transport.options,
		};
	} catch (error) {
		throw new Error(
			`${asSentence(errorText(error))} The options are --settings FILE, --plugin PATH|JSON, --cwd DIR, --sessions DIR, --log FILE, --socket PATH, --framing lines|headers and --max-frame BYTES.`,
		);
	}
}

/** A path, or an entry of the settings as JSON. */
function pluginFrom(text: string, cwd: string): PluginEntry {
	try {
		return pluginEntry(text.startsWith('{') ? JSON.parse(text) : text, cwd);
	} catch (error) {
		throw new Error(`--plugin ${text}: ${errorText(error)}`);
	}
}
