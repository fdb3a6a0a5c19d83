import { type Message, type ToolCallBlock, toolCalls } from '@myelin/core';
import type { TouchedFiles } from './request-cut.ts';

/** What tools of these names do to the file that they are given. */
const doings: Readonly<Record<string, keyof TouchedFiles>> = {
	read: 'read',
	read_file: 'read',
	view: 'read',
	write: 'changed',
	write_file: 'changed',
	create_file: 'changed',
	edit: 'changed',
	edit_file: 'changed',
	multi_edit: 'changed',
	str_replace: 'changed',
	apply_patch: 'changed',
	delete_file: 'changed',
};

/** The arguments that may name the file. */
const pathNames = ['path', 'file_path', 'filePath', 'filename', 'file'];

/** So many of the files touched last are remembered, of each kind. */
const limit = 100;

/** The files that these messages and those before them touched: by calls that did not fail, told by their tools' names. */
export function touchedFiles(messages: readonly Message[], before: TouchedFiles): TouchedFiles {
	const failed = new Set<string>();
	for (const message of messages) if (message.role === 'tool' && message.isError) failed.add(message.toolCallId);
	const read = new Set(before.read);
	const changed = new Set(before.changed);
	for (const message of messages) {
		if (message.role !== 'assistant') continue;
		for (const call of toolCalls(message)) {
			const doing = Object.hasOwn(doings, call.name) ? doings[call.name] : undefined;
			const path = pathOf(call);
			if (doing !== undefined && path !== undefined && !failed.has(call.id))
				touch(doing === 'read' ? read : changed, path);
		}
	}
	return { read: [...read].slice(-limit), changed: [...changed].slice(-limit) };
}

function pathOf({ args }: ToolCallBlock): string | undefined {
	for (const name of pathNames) {
		const path = args[name];
		if (typeof path === 'string' && path !== '' && path.length <= 1000) return path;
	}
	return undefined;
}

function touch(files: Set<string>, path: string): void {
	files.delete(path);
	files.add(path);
}
