import type { Plugin } from '@myelin/plugins';

export default {
	name: 'own-summary',
	setup(myelin) {
		myelin.on('compaction', ({ messages }) => ({ summary: `${messages.length} messages about nothing` }));
	},
} satisfies Plugin;
