import type { Plugin } from '@myelin/plugins';

/** A plugin that tells each session once, at its first run, what was not loaded and why. */
export function refusalNotice(why: string): Plugin {
	return {
		name: 'project-trust',
		setup(myelin) {
			const told = new Set<string>();
			myelin.on('agent_start', (_event, { sessionId, notify }) => {
				if (told.has(sessionId)) return;
				told.add(sessionId);
				notify(why, 'warning');
			});
			myelin.on('session_shutdown', (_payload, { sessionId }) => void told.delete(sessionId));
		},
	};
}
