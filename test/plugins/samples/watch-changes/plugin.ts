import type { EventPoint, Plugin } from '@myelin/plugins';

const points: readonly EventPoint[] = [
	'queue_update',
	'model_changed',
	'thinking_level_changed',
	'tools_changed',
	'session_info_changed',
	'branch_changed',
	'commands_changed',
	'compaction_start',
	'compaction_end',
	'goal_updated',
];

export default {
	name: 'watch-changes',
	setup(myelin) {
		for (const point of points) myelin.on(point as 'turn_start', ({ type }) => myelin.log.info(type));
	},
} satisfies Plugin;
