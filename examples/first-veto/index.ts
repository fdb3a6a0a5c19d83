import type { Plugin } from '@myelin/plugins';

/** Denies every shell command that deletes; the reason is what the model and you get to read. */
export default {
	name: 'first-veto',
	setup(myelin) {
		myelin.on('tool_call', ({ toolName, args }) => {
			if (toolName !== 'bash' || !/\brm\b|\brmdir\b/.test(String(args.command))) return;
			return { block: true, reason: 'deleting is off here' };
		});
	},
} satisfies Plugin;
