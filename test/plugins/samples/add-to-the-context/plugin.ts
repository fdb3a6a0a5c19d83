import type { Plugin } from '@myelin/plugins';

export default {
	name: 'add-to-the-context',
	setup(myelin) {
		myelin.on('context', () => ({ append: ['It is noon.'] }));
	},
} satisfies Plugin;
