import type { Plugin } from '@myelin/plugins';

export default {
	name: 'no-deletion',
	setup(myelin) {
		myelin.on('session_before_delete', () => ({ block: true, reason: 'not on a Friday' }));
	},
} satisfies Plugin;
