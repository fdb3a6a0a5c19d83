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

const { questionId: _questionId, plugin: _plugin, ...asked } = question;

export const UiRequestParams = define(
	'UiRequestParams',
	'A question to the person before a session, asked in the name of the client. `select` has `options`; `default` is one of their values there, a boolean for `confirm`, a text for `input`. A guard that asks about a tool call gives its `toolCallId`: its decision then says that a person took it.',
	z.object({ sessionId, ...asked, title: z.string().min(1), toolCallId: z.string().optional() }),
);

export const UiRequestResult = define(
	'UiRequestResult',
	'What was answered: no `value` if nobody did and there is no default. `by` says whether a person did, or the default holds.',
	z.object({ value: z.union([z.boolean(), z.string()]).optional(), by: z.enum(['user', 'default']) }),
);

export const UiNotifyParams = define(
	'UiNotifyParams',
	'Something to tell the person before a session; `level` is `info` if absent.',
	z.object({ sessionId, message: z.string().min(1), level: z.enum(['info', 'warning']).optional() }),
);
