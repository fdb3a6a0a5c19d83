import { calling, saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'The tool runs with the arguments that a plugin made of those of the model.',
	script: [calling({ id: 'c1', name: 'bash', args: { command: 'make' } }), saying('Made.')],
	events: [
		{ type: 'tool_execution_start', args: { command: 'make' } },
		{ type: 'tool_execution_end', isError: false, result: { content: [{ text: 'ran nice make' }] } },
	],
} satisfies Sample;
