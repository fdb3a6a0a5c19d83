import type { Plugin } from '@myelin/plugins';

export default {
	name: 'no-compaction',
	setup(myelin) {
		myelin.on('session_before_compact', () => ({ block: true, reason: 'not on a Friday' }));
	},
} satisfies Plugin;
