import type { EventPoint, Plugin } from '@myelin/plugins';

const points: readonly EventPoint[] = [
	'agent_start',
	'turn_start',
	'message_start',
	'message_update',
	'message_end',
	'tool_execution_start',
	'tool_execution_update',
	'tool_decision',
	'tool_execution_end',
	'turn_end',
	'agent_end',
	'session_idle',
	'session_end',
];

export default {
	name: 'watch-a-run',
	setup(myelin) {
		myelin.on('tool_call', () => undefined);
		myelin.registerTool({
			name: 'count',
			description: 'Counts.',
			parameters: {},
			execute(_args, { onUpdate }) {
				onUpdate({ kind: 'output', delta: 'one' });
				return 'two';
			},
		});
		for (const point of points) myelin.on(point as 'turn_start', ({ type }) => myelin.log.info(type));
	},
} satisfies Plugin;
