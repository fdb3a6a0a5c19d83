import type { ModelRequest } from '@myelin/plugins';

/** Tools under names that no bundled plugin uses. */
export const sampleTools: ModelRequest['tools'] = [
	{
		name: 'open_file',
		description: 'Read a text file and give what is in it.',
		jsonSchema: {
			type: 'object',
			properties: { path: { type: 'string' }, limit: { type: 'integer' } },
			required: ['path'],
		},
	},
	{
		name: 'folder_list',
		description: 'List the files in a folder (directory).',
		jsonSchema: { type: 'object', properties: { folder: { type: 'string' } } },
	},
	{
		name: 'shell',
		description: 'Run a command and give its output.',
		jsonSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
	},
	{
		name: 'word_count',
		description: 'Count the words of a text.',
		jsonSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
	},
];
