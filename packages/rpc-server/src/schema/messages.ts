import * as z from 'zod';
import { count, define, jsonObject, union } from './define.ts';

export const ModelRef = define(
	'ModelRef',
	'Names one model of one provider.',
	z.object({ provider: z.string(), id: z.string() }),
);

export const TextBlock = define('TextBlock', 'Plain text.', z.object({ type: z.literal('text'), text: z.string() }));

export const ThinkingBlock = define(
	'ThinkingBlock',
	"What a model thought. `signature` is the provider's proof; `redacted` holds thinking that the provider encrypted, `thinking` is then empty.",
	z.object({
		type: z.literal('thinking'),
		thinking: z.string(),
		signature: z.string().optional(),
		redacted: z.string().optional(),
	}),
);

export const ToolCallBlock = define(
	'ToolCallBlock',
	"A model's wish to run a tool. `argsText` is the raw text while it streams, or when it does not parse; `args` is then `{}`.",
	z.object({
		type: z.literal('tool_call'),
		id: z.string(),
		name: z.string(),
		args: jsonObject,
		argsText: z.string().optional(),
		providerId: z.string().optional(),
	}),
);

export const ImageBlock = define(
	'ImageBlock',
	'An image: base64 `data`, or a `url`.',
	z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string().optional(), url: z.string().optional() }),
);

export const OpaqueBlock = define(
	'OpaqueBlock',
	"A provider's block that this version does not know, kept verbatim.",
	z.object({ type: z.literal('opaque'), provider: z.string(), data: z.unknown() }),
);

/** Named `ContentBlock` for clients, whose `Block` is the answer that denies a tool call. */
export const Block = union(
	'ContentBlock',
	'One part of a message, told apart by `type`.',
	z.discriminatedUnion('type', [TextBlock, ThinkingBlock, ToolCallBlock, ImageBlock, OpaqueBlock]),
);

export const Usage = define(
	'Usage',
	'Tokens, disjoint; `costUsd` in US dollars, absent when the price is not known.',
	z.object({
		inputTokens: count,
		outputTokens: count,
		cacheReadTokens: count,
		cacheWriteTokens: count,
		costUsd: z.number().optional(),
	}),
);

export const StopReason = define(
	'StopReason',
	'Why a model stopped.',
	z.enum(['stop', 'length', 'tool_use', 'refusal', 'pause', 'error', 'aborted']),
);

const head = { id: z.string(), timestamp: z.int() };

export const UserMessage = define(
	'UserMessage',
	'A prompt, steering or a follow-up.',
	z.object({ role: z.literal('user'), ...head, content: z.array(Block) }),
);

export const AssistantMessage = define(
	'AssistantMessage',
	'What a model answered. `stopReason` is absent while the message streams.',
	z.object({
		role: z.literal('assistant'),
		...head,
		content: z.array(Block),
		model: ModelRef,
		stopReason: StopReason.optional(),
		usage: Usage.optional(),
	}),
);

export const ToolMessage = define(
	'ToolMessage',
	'What a tool answered. `details` is for user interfaces.',
	z.object({
		role: z.literal('tool'),
		...head,
		toolCallId: z.string(),
		toolName: z.string(),
		content: z.array(Block),
		isError: z.boolean(),
		details: jsonObject.optional(),
	}),
);

export const Message = union(
	'Message',
	"One entry of history, told apart by `role`; a role that begins with `custom:` is a program's own.",
	z.discriminatedUnion('role', [UserMessage, AssistantMessage, ToolMessage]),
);
