import * as z from 'zod';
import { define } from '../define.ts';
import { question } from '../events/questions.ts';
import { sessionId } from '../session-id.ts';

export const UiAskParams = define(
	'UiAskParams',
	'The server asks the person before this client. `confirm` wants true or false, `select` the value of one of `options`, `input` a text.',
	z.object({ sessionId, ...question }),
);

export const UiAnswer = define(
	'UiAnswer',
	"A person's answer.",
	z.object({ value: z.union([z.boolean(), z.string()]) }),
);
