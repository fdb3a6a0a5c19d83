import type { Plugin } from '@myelin/plugins';

/** Tells the model what time it is, in every request and without a trace in history. */
export default {
	name: 'clock',
	setup(myelin) {
		myelin.on('context', ({ messages }) => {
			const prompt = messages.findLast((message) => message.role === 'user');
			return prompt && { insertBefore: { [prompt.id]: [`(It is ${new Date().toISOString()}.)`] } };
		});
	},
} satisfies Plugin;
