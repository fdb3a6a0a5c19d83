import type { Plugin } from '@myelin/plugins';

/** A plugin that tells each session once, at its first run, what was not loaded and why; with `shut` no tool runs either. */
export function refusalNotice(why: string, shut: boolean): Plugin {
	return {
		name: 'project-trust',
		setup(myelin) {
			if (shut) myelin.on('tool_call', () => ({ block: true, reason: why }));
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
