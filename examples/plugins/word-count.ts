import type { Plugin } from '@myelin/plugins';

/** A tool that counts the words of a text. */
export default {
	name: 'word-count',
	setup(myelin) {
		myelin.registerTool({
			name: 'word_count',
			description: 'Count the words of a text.',
			parameters: {
				type: 'object',
				properties: { text: { type: 'string', description: 'The text whose words are counted.' } },
				required: ['text'],
			},
			execute({ text }: { text: string }) {
				return `${text.split(/\s+/).filter(Boolean).length} words`;
			},
		});
	},
} satisfies Plugin;
