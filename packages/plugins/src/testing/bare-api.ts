import type { PluginApi } from '../plugin.ts';

const undo = () => {};

/** What a plugin is given where there is no host: it may register all it wants and nothing comes of it, but for the parts that are given. */
export function bareApi(parts: Partial<PluginApi>): PluginApi {
	return {
		on: () => undo,
		registerTool: () => undo,
		registerModel: () => undo,
		registerCommand: () => undo,
		registerPrompt: () => undo,
		after: () => undo,
		every: () => undo,
		exec: async () => ({ exitCode: 0, stdout: '', stderr: '' }),
		settings: {},
		log: { debug: undo, info: undo, warn: undo, error: undo },
		...parts,
	};
}
