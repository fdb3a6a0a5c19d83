import type { Plugin } from '@myelin/plugins';

export default {
	name: 'deny-a-tool',
	setup(myelin) {
		myelin.on('tool_call', ({ toolName }) =>
			toolName === 'bash' ? { block: true, reason: 'no shell here' } : undefined,
		);
	},
} satisfies Plugin;
