import type { EventPoint, Plugin } from '@myelin/plugins';

const points: readonly EventPoint[] = [
	'retry',
	'auto_retry_start',
	'auto_retry_end',
	'error',
	'plugin_error',
	'plugin_status',
	'session_error',
	'notice',
];

export default {
	name: 'watch-trouble',
	setup(myelin) {
		for (const point of points) myelin.on(point as 'turn_start', ({ type }) => myelin.log.info(type));
	},
} satisfies Plugin;
