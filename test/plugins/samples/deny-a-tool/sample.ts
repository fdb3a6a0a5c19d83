import { calling, saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'A guard denies a call, its tool does not run, and the reason is what the model is told.',
	script: [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('I may not.')],
	events: [
		{ type: 'tool_decision', answer: 'block', decisions: [{ by: 'deny-a-tool', reason: 'no shell here' }] },
		{ type: 'tool_execution_end', isError: true, result: { content: [{ text: 'no shell here' }] } },
	],
	shown: 'no shell here',
} satisfies Sample;
