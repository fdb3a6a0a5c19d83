import * as z from 'zod';
import { count, define } from '../define.ts';
import { ModelRef } from '../messages.ts';

export const ModelInfo = define(
	'ModelInfo',
	'A model; the windows are in tokens.',
	z.object({
		provider: z.string(),
		id: z.string(),
		name: z.string().optional(),
		contextWindow: count,
		maxOutputTokens: count,
		capabilities: define(
			'ModelCapabilities',
			'What a model can do.',
			z.object({ thinking: z.boolean(), images: z.boolean(), tools: z.boolean() }),
		),
	}),
);

export const ModelList = define(
	'ModelList',
	'The models to choose from; `default` is what a session gets that asks for none.',
	z.object({ models: z.array(ModelInfo), default: ModelRef.optional() }),
);
