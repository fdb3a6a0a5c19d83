import * as z from 'zod';
import { define } from '../define.ts';

export const QuestionOption = define(
	'QuestionOption',
	'What a person may choose; it is shown as `label`, or as its `value` if it has none.',
	z.object({ value: z.string(), label: z.string().optional() }),
);

/** What a person is asked. */
export const question = {
	questionId: z.string(),
	plugin: z.string(),
	kind: z.enum(['confirm', 'select', 'input']),
	title: z.string(),
	message: z.string().optional(),
	options: z.array(QuestionOption).optional(),
	placeholder: z.string().optional(),
	default: z.union([z.boolean(), z.string()]).optional(),
};

export const UiRequest = define(
	'UiRequest',
	'A plugin asks a person. `default` is what holds if nobody answers. Clients that can ask are asked by `ui/ask`.',
	z.object({ type: z.literal('ui_request'), ...question }),
);

export const UiResolved = define(
	'UiResolved',
	'A question has ended. `by` is the client that answered, or `default`; no `value`: nobody answered, and there is no default.',
	z.object({
		type: z.literal('ui_resolved'),
		questionId: z.string(),
		value: z.union([z.boolean(), z.string()]).optional(),
		by: z.string(),
	}),
);
