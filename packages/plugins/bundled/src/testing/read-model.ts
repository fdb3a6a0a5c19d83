import type { Block, Model, ModelChunk, ModelMessage, ModelRequest, StopReason, Usage } from '@myelin/plugins';

/** A model's stream put together, as the kernel would. */
export interface Answer {
	readonly content: readonly Block[];
	readonly stopReason: StopReason | undefined;
	readonly usage: Partial<Usage>;
	/** How many arrays the stream came in. */
	readonly hops: number;
}

/** Calls a model and puts together what it streams. */
export async function readModel(
	model: Model,
	request: Partial<ModelRequest>,
	signal: AbortSignal = new AbortController().signal,
): Promise<Answer> {
	const whole: ModelRequest = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off', ...request };
	const chunks: ModelChunk[] = [];
	let hops = 0;
	for await (const hop of model.stream(whole, signal)) {
		hops += 1;
		chunks.push(...hop);
	}
	return { ...assemble(chunks), hops };
}

/** Puts chunks together: blocks in the order their index was first seen. */
export function assemble(chunks: readonly ModelChunk[]): Omit<Answer, 'hops'> {
	const blocks = new Map<number, Block>();
	let usage: Partial<Usage> = {};
	let stopReason: StopReason | undefined;
	for (const chunk of chunks) {
		if (chunk.type === 'usage') usage = { ...usage, ...chunk.usage };
		else if (chunk.type === 'done') stopReason = chunk.stopReason;
		else blocks.set(chunk.index, grown(blocks.get(chunk.index), chunk));
	}
	return { content: [...blocks.values()].map(closed), stopReason, usage };
}

function grown(block: Block | undefined, chunk: Exclude<ModelChunk, { type: 'usage' | 'done' }>): Block {
	switch (chunk.type) {
		case 'text_delta':
			return { type: 'text', text: (block?.type === 'text' ? block.text : '') + chunk.delta };
		case 'thinking_delta':
			return block?.type === 'thinking'
				? { ...block, thinking: block.thinking + chunk.delta }
				: { type: 'thinking', thinking: chunk.delta };
		case 'thinking_signature':
			return {
				...(block?.type === 'thinking' ? block : { type: 'thinking', thinking: '' }),
				signature: chunk.signature,
			};
		case 'tool_call_start':
			return { type: 'tool_call', id: chunk.id, name: chunk.name, args: {}, argsText: '' };
		case 'tool_call_delta':
			if (block?.type !== 'tool_call') throw new Error(`arguments for block ${chunk.index}, which is no tool call`);
			return { ...block, argsText: block.argsText + chunk.delta };
		case 'block':
			return chunk.block;
	}
}

function closed(block: Block): Block {
	if (block.type !== 'tool_call' || block.argsText === undefined) return block;
	const { argsText, ...call } = block;
	if (argsText.trim() === '') return call;
	try {
		return { ...call, args: JSON.parse(argsText) };
	} catch {
		return block;
	}
}

/** A user message. */
export function user(text: string, id = 'u1'): ModelMessage {
	return { role: 'user', id, timestamp: 0, content: [{ type: 'text', text }] };
}

/** An assistant message of the given provider. */
export function assistant(content: readonly Block[], provider = 'demo'): ModelMessage {
	return { role: 'assistant', id: 'a1', timestamp: 0, content, model: { provider, id: 'm' } };
}

/** What a tool answered to a call. */
export function toolAnswer(toolCallId: string, toolName: string, text: string, isError = false): ModelMessage {
	return {
		role: 'tool',
		id: `t_${toolCallId}`,
		timestamp: 0,
		toolCallId,
		toolName,
		content: [{ type: 'text', text }],
		isError,
	};
}
