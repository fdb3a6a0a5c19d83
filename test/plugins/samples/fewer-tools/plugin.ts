import type { Plugin } from '@myelin/plugins';

export default {
	name: 'fewer-tools',
	setup(myelin) {
		myelin.on('model_request', () => ({ tools: [], thinkingLevel: 'high' }));
	},
} satisfies Plugin;
