import type { Plugin } from '@myelin/plugins';

export default {
	name: 'ask-a-person',
	setup(myelin) {
		myelin.on('tool_call', async ({ toolName }, { ui }) =>
			(await ui.confirm({ title: `Run ${toolName}?` })) ? undefined : { block: true, reason: 'the person said no' },
		);
		myelin.on('ui_request', ({ title }) => myelin.log.info(`asked: ${title}`));
		myelin.on('ui_resolved', ({ value, by }) => myelin.log.info(`answered: ${value} by ${by}`));
	},
} satisfies Plugin;
