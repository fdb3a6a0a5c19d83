import type { JsonObject, Plugin } from '@myelin/plugins';
import { createSettingReader } from '../provider/setting-reader.ts';
import { settingsSchema } from '../provider/settings-schema.ts';
import { createBashTool } from './bash.ts';
import { createLsTool } from './ls.ts';
import { keepOutputsMs, removeOutputsBefore, userOutputsFolder } from './output-folder.ts';
import { createReadTool } from './read.ts';
import type { Workspace } from './workspace.ts';

const read = createSettingReader('coding-tools');

/**
 * Registers the tools `read`, `ls` and `bash`. Setting `allowOutside: true` lets `read` and `ls` leave the working folder;
 * `passEnvironment: ["NAME"]` gives commands variables that look like secrets and are else kept from them.
 */
export const codingTools: Plugin = {
	name: 'coding-tools',
	settings: settingsSchema(readSettings),
	setup(myelin) {
		const { allowOutside, passEnvironment } = readSettings(myelin.settings);
		const outputs = userOutputsFolder(process.env);
		const workspace: Workspace = { allowOutside, outputs };
		void removeOutputsBefore(Date.now() - keepOutputsMs, outputs);
		myelin.registerTool(createReadTool(workspace));
		myelin.registerTool(createLsTool(workspace));
		myelin.registerTool(createBashTool(workspace, { passEnvironment }));
	},
};

function readSettings({ allowOutside, passEnvironment = [] }: JsonObject) {
	const given = read.list(passEnvironment, 'passEnvironment');
	const names = given.filter((name) => typeof name === 'string');
	if (names.length < given.length) throw read.nonsense('passEnvironment', 'a list of names of variables');
	return { allowOutside: read.flag(allowOutside, 'allowOutside') ?? false, passEnvironment: names };
}
