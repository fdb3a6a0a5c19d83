import { calling, saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'A plugin looks on while a run goes through all that a run can come to when nothing fails.',
	script: [calling({ id: 'c1', name: 'count' }), saying('Two.')],
	async act({ session, heard }) {
		const idle = heard('session_idle');
		await session.prompt('count');
		await idle;
	},
	logged: [
		...['agent_start', 'turn_start', 'message_start', 'message_end'],
		...['message_start', 'message_update', 'message_update', 'message_end'],
		...['tool_execution_start', 'tool_decision', 'tool_execution_update', 'tool_execution_end'],
		...['message_start', 'message_end', 'turn_end'],
		...['turn_start', 'message_start', 'message_update', 'message_end', 'turn_end'],
		...['agent_end', 'session_idle', 'session_end'],
	],
} satisfies Sample;
