import type { Plugin } from '@myelin/plugins';

export default {
	name: 'another-prompt',
	setup(myelin) {
		myelin.on('system_prompt', ({ systemPrompt }) => `${systemPrompt} Answer in French.`);
	},
} satisfies Plugin;
