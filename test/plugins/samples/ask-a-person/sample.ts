import { calling, saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'A guard asks a person, others see the question and its answer, and the decision says that a person took it.',
	script: [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('I may not.')],
	events: [{ type: 'tool_decision', answer: 'block', decisions: [{ cause: 'user', reason: 'the person said no' }] }],
	logged: ['asked: Run bash?', 'answered: false by a person'],
} satisfies Sample;
