import type { Plugin } from '@myelin/plugins';

export default {
	name: 'no-forks',
	setup(myelin) {
		myelin.on('session_before_fork', () => ({ block: true, reason: 'not on a Friday' }));
		myelin.on('session_decision', ({ point, answer }) => myelin.log.info(point, answer));
	},
} satisfies Plugin;
