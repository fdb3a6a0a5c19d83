import { type Plugin, textContent } from '@myelin/plugins';

export default {
	name: 'change-the-input',
	setup(myelin) {
		myelin.on('input', async ({ messages }) => messages.map((said) => textContent(said).replace('pls', 'please')));
	},
} satisfies Plugin;
