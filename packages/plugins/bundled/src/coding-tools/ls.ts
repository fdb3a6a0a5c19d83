import { readdir } from 'node:fs/promises';
import { errorText, type ToolContext, type ToolResult, type ToolSpec } from '@myelin/plugins';
import { codeOf, pathInWorkspace, type Workspace } from './workspace.ts';

const maxEntries = 500;

interface LsArgs {
	readonly path?: string;
}

/** The tool `ls`: the names in a folder, sorted, folders with a `/` behind. */
export function createLsTool(workspace: Workspace): ToolSpec {
	return {
		name: 'ls',
		concurrency: 'parallel',
		description: `List the files and folders in a folder (directory), hidden ones too; folders end in "/". At most ${maxEntries} entries.`,
		parameters: {
			type: 'object',
			properties: {
				path: {
					type: 'string',
					description: 'The folder, relative to the working folder or absolute; the working folder if left out',
				},
			},
			additionalProperties: false,
		},
		execute: (args: LsArgs, context) => list(args, context, workspace),
	};
}

async function list({ path: asked = '.' }: LsArgs, context: ToolContext, workspace: Workspace): Promise<ToolResult> {
	const path = await pathInWorkspace(asked, context.cwd, workspace);
	const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
		throw new Error(listFailure(asked, path, error), { cause: error });
	});
	const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
	const shown = names.slice(0, maxEntries);
	const rest = names.length - shown.length;
	const text =
		names.length === 0
			? `${asked} is empty`
			: shown.join('\n') + (rest > 0 ? `\n[${rest} more entries are not shown]` : '');
	return { content: [{ type: 'text', text }], details: { path, entries: names.length } };
}

function listFailure(asked: string, path: string, error: unknown): string {
	switch (codeOf(error)) {
		case 'ENOENT':
			return `${asked} does not exist (looked for ${path})`;
		case 'ENOTDIR':
			return `${asked} is a file, not a folder; read it with read`;
		case 'EACCES':
		case 'EPERM':
			return `${asked} may not be listed: permission denied`;
		default:
			return `${asked} could not be listed: ${errorText(error)}`;
	}
}
