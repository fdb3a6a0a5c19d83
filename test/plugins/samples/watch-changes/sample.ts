import { saying } from '@myelin/core/testing';
import type { PluginApi } from '@myelin/plugins';
import type { Sample } from '../stage.ts';

const adder = {
	name: 'adder',
	setup(myelin: PluginApi) {
		myelin.registerCommand({ name: 'clock', description: 'Tells the time.', run: () => 'noon' });
		myelin.registerTool({ name: 'tell', description: 'Tells.', parameters: {}, execute: () => 'told' });
	},
};

export default {
	says: 'A plugin hears of whatever is changed in a session beside a run.',
	script: [
		saying(`A long answer. ${'word '.repeat(2000)}`),
		saying('Short.'),
		...Array.from({ length: 4 }, () => saying('A summary.')),
	],
	options: { compaction: { keepRecentTokens: 10 } },
	async act({ session, host }) {
		await session.prompt('tell me much');
		await session.prompt('and a little');
		await session.compact();
		session.followUp('later');
		session.unqueue();
		await session.setModel({ provider: 'test', id: 'scripted' });
		await session.setThinkingLevel('low');
		await session.rename('tests');
		await session.navigate(null);
		await host.add(adder, 'test');
		await session.setGoal({ action: 'create', text: 'none' });
		await session.setGoal({ action: 'clear' });
	},
	logged: [
		...['session_info_changed', 'compaction_start', 'compaction_end', 'queue_update', 'queue_update'],
		...['model_changed', 'thinking_level_changed', 'session_info_changed', 'branch_changed'],
		...['commands_changed', 'tools_changed', 'goal_updated', 'goal_updated'],
	],
} satisfies Sample;
