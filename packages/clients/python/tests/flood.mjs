// A model whose answer is as many words as the prompt says, in bursts of 100; other prompts end at once.
const burst = Array.from({ length: 100 }, () => ({ type: 'text_delta', index: 0, delta: 'word ' }));

async function* stream({ messages }) {
	const asked = messages.findLast((message) => message.role === 'user')?.content[0]?.text ?? '';
	const [, words = '0'] = /^flood (\d+)/.exec(asked) ?? [];
	for (let said = 0; said < Number(words); said += burst.length) {
		yield burst;
		await new Promise((resolve) => setImmediate(resolve));
	}
	yield [
		{ type: 'text_delta', index: 0, delta: 'done' },
		{ type: 'done', stopReason: 'stop' },
	];
}

export default {
	name: 'flood',
	setup(myelin) {
		myelin.registerModel({
			id: 'words',
			provider: 'flood',
			contextWindow: 1_000_000,
			maxOutputTokens: 1_000_000,
			capabilities: { thinking: false, images: false, tools: true },
			stream,
		});
	},
};
