import { type Plugin, textContent } from '@myelin/plugins';

export default {
	name: 'redact-a-result',
	setup(myelin) {
		myelin.on('tool_result', ({ result }) => ({
			content: [{ type: 'text', text: textContent(result).replace(/sk-\w+/g, '***') }],
		}));
	},
} satisfies Plugin;
