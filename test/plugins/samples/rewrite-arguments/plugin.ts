import type { Plugin } from '@myelin/plugins';

export default {
	name: 'rewrite-arguments',
	setup(myelin) {
		myelin.on('tool_args', ({ args }) => ({ ...args, command: `nice ${args.command}` }));
	},
} satisfies Plugin;
