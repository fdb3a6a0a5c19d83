import * as z from 'zod';
import { define } from '../define.ts';

export const PluginLoadParams = define(
	'PluginLoadParams',
	'An absolute path of a file or folder that holds a plugin.',
	z.object({ path: z.string().min(1) }),
);

export const PluginParams = define('PluginParams', 'Names a plugin.', z.object({ name: z.string().min(1) }));

export const HookInfo = define(
	'HookInfo',
	'A hook in force.',
	z.object({ hookId: z.string(), point: z.string(), onFailure: z.enum(['deny', 'allow']).optional() }),
);

export const PluginInfo = define(
	'PluginInfo',
	'A plugin: its state, its hooks that interfere, and its last error.',
	z.object({
		name: z.string(),
		source: z.string(),
		status: z.enum(['loaded', 'failed', 'quarantined', 'lost', 'unloaded']),
		hooks: z.array(HookInfo),
		lastError: z.string().optional(),
	}),
);

export const PluginResult = define(
	'PluginResult',
	'What became of the plugin; one that could not be set up is `failed`, with its error.',
	z.object({ plugin: PluginInfo }),
);

export const PluginList = define(
	'PluginList',
	'The plugins, in load order.',
	z.object({ plugins: z.array(PluginInfo) }),
);
