import { calling, saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'A secret in a result reaches neither the stream nor the model.',
	script: [calling({ id: 'c1', name: 'bash', args: { command: 'echo sk-123' } }), saying('Done.')],
	events: [{ type: 'tool_execution_end', result: { content: [{ text: 'ran echo ***' }] } }],
	shown: 'ran echo ***',
} satisfies Sample;
