import type { Plugin } from '@myelin/plugins';

/** Denies every shell command that deletes; the reason is what the model and you get to read. */
export default {
	name: 'no-deletes',
	setup(myelin) {
		myelin.on('tool_call', ({ toolName, args }) => {
			if (toolName !== 'bash' || !/\brm\b|\brmdir\b|-delete\b/.test(String(args.command))) return;
			return { block: true, reason: 'deleting is off in this folder' };
		});
	},
} satisfies Plugin;
