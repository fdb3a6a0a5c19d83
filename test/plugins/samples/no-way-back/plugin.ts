import type { Plugin } from '@myelin/plugins';

export default {
	name: 'no-way-back',
	setup(myelin) {
		myelin.on('session_before_navigate', () => ({ block: true, reason: 'not on a Friday' }));
	},
} satisfies Plugin;
