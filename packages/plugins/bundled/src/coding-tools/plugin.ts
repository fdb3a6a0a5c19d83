import type { Json, Plugin } from '@myelin/plugins';
import { createBashTool } from './bash.ts';
import { createLsTool } from './ls.ts';
import { keepOutputsMs, removeOutputsBefore, userOutputsFolder } from './output-folder.ts';
import { createReadTool } from './read.ts';
import type { Workspace } from './workspace.ts';

/**
 * Registers the tools `read`, `ls` and `bash`. Setting `allowOutside: true` lets `read` and `ls` leave the working folder;
 * `passEnvironment: ["NAME"]` gives commands variables that are named like secrets and are else kept from them.
 */
export const codingTools: Plugin = {
	name: 'coding-tools',
	setup(myelin) {
		const outputs = userOutputsFolder(process.env);
		const workspace: Workspace = { allowOutside: myelin.settings.allowOutside === true, outputs };
		void removeOutputsBefore(Date.now() - keepOutputsMs, outputs);
		myelin.registerTool(createReadTool(workspace));
		myelin.registerTool(createLsTool(workspace));
		myelin.registerTool(createBashTool(workspace, { passEnvironment: namesIn(myelin.settings.passEnvironment) }));
	},
};

function namesIn(setting: Json | undefined): readonly string[] {
	if (setting === undefined) return [];
	if (Array.isArray(setting) && setting.every((name) => typeof name === 'string')) return setting;
	throw new TypeError(`passEnvironment must be a list of names of variables, and is ${JSON.stringify(setting)}`);
}
