import type { Plugin } from '@myelin/plugins';
import { createBashTool } from './bash.ts';
import { createLsTool } from './ls.ts';
import { createReadTool } from './read.ts';
import type { Workspace } from './workspace.ts';

/** Registers the tools `read`, `ls` and `bash`. Setting `allowOutside: true` lets `read` and `ls` leave the working folder. */
export const codingTools: Plugin = {
	name: 'coding-tools',
	setup(myelin) {
		const workspace: Workspace = { allowOutside: myelin.settings.allowOutside === true, ownFiles: new Set() };
		myelin.registerTool(createReadTool(workspace));
		myelin.registerTool(createLsTool(workspace));
		myelin.registerTool(createBashTool(workspace));
	},
};
