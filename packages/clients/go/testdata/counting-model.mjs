// A model that answers "COUNT deltas" with so many numbers, and "COUNT deltas with bash" with them and a call of bash before.
export default {
	name: 'counting-model',
	setup(myelin) {
		myelin.registerModel({
			provider: 'test',
			id: 'counting',
			contextWindow: 1_000_000,
			maxOutputTokens: 1_000_000,
			capabilities: { thinking: false, images: false, tools: true },
			stream,
		});
	},
};

async function* stream({ messages }) {
	const last = messages.at(-1);
	const asked = messages.findLast(({ role }) => role === 'user').content[0].text;
	if (last.role === 'user' && asked.endsWith('with bash')) {
		yield [
			{ type: 'tool_call_start', index: 0, id: `call_${messages.length}`, name: 'bash' },
			{ type: 'tool_call_delta', index: 0, delta: '{"command":"echo ran >> ran"}' },
		];
		yield end('tool_use');
		return;
	}
	const count = Number.parseInt(asked, 10);
	for (let at = 0; at < count; at += 50) {
		yield Array.from({ length: Math.min(50, count - at) }, (_, i) => ({
			type: 'text_delta',
			index: 0,
			delta: `${at + i} `,
		}));
		if (at % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	yield end('stop');
}

function end(stopReason) {
	const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 };
	return [
		{ type: 'usage', usage },
		{ type: 'done', stopReason },
	];
}
