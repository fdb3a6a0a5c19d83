import type { Plugin } from '@myelin/plugins';

export default {
	name: 'begin-and-end',
	setup(myelin) {
		myelin.on('session_start', (_nothing, { sessionId, cwd }) => myelin.log.info(`${sessionId} begins in ${cwd}`));
		myelin.on('session_shutdown', (_nothing, { sessionId }) => myelin.log.info(`${sessionId} ends`));
	},
} satisfies Plugin;
