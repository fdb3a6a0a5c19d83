import { setTimeout } from 'node:timers/promises';
import type { Plugin } from '@myelin/plugins';

const faults: Record<string, () => unknown> = {
	throw() {
		throw new RangeError('boom');
	},
	reject: () => Promise.reject(new RangeError('boom')),
	hang: () => new Promise(() => {}),
	nonsense: () => 'yes',
	oversize: () => ({ block: true, reason: 'x'.repeat(2_000_000) }),
	late: () => setTimeout(1200),
	spin() {
		for (;;);
	},
	exit: () => process.exit(3),
	kill: () => process.kill(process.pid, 'SIGKILL'),
};

/** A guard of `bash` that fails as the last word of the command says, and lets everything else run. */
export default {
	name: 'guard',
	setup(myelin) {
		console.log('a line on stdout is no message');
		const { onFailure } = myelin.settings as { onFailure?: 'allow' };
		const terms = { hookId: 'gate', timeoutMs: 800, ...(onFailure === undefined ? {} : { onFailure }) };
		myelin.on('tool_call', ({ args }) => faults[String(args.command).split(' ').at(-1) ?? '']?.() as undefined, terms);
	},
} satisfies Plugin;
