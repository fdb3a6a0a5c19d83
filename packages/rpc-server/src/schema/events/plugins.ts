import * as z from 'zod';
import { count, define, jsonObject } from '../define.ts';
import { call } from './kernel.ts';

/** Named `GuardDecision` for clients, whose `Decision` is the answer that a guard of their own gives. */
export const Decision = define(
	'GuardDecision',
	'Who was asked about a tool call or a step of the session, what came back, and how long it took.',
	z.object({
		by: z.string(),
		hookId: z.string(),
		answer: z.enum(['allow', 'block']),
		reason: z.string().optional(),
		cause: z.enum(['policy', 'user', 'timeout', 'crash', 'disconnect', 'invalid', 'default']),
		durationMs: count,
	}),
);

export const Rewrite = define(
	'Rewrite',
	'A hook that gave a call other arguments, and how long it took.',
	z.object({ by: z.string(), hookId: z.string(), durationMs: count }),
);

export const ToolDecision = define(
	'ToolDecision',
	'Everybody who was asked about one tool call, before it runs; `args` if the final ones differ from those of the model, `rewrittenBy` if hooks made them so. Without guards it is said of a call that was rewritten.',
	z.object({
		type: z.literal('tool_decision'),
		...call,
		answer: z.enum(['allow', 'block']),
		decisions: z.array(Decision),
		args: jsonObject.optional(),
		rewrittenBy: z.array(Rewrite).optional(),
	}),
);

export const SessionDecision = define(
	'SessionDecision',
	'Everybody who was asked about something that the session is about to do to itself.',
	z.object({
		type: z.literal('session_decision'),
		point: z.enum([
			'session_before_navigate',
			'session_before_fork',
			'session_before_compact',
			'session_before_delete',
		]),
		answer: z.enum(['allow', 'block']),
		decisions: z.array(Decision),
	}),
);

export const PluginError = define(
	'PluginError',
	'A plugin failed in one hook; everybody else goes on.',
	z.object({ type: z.literal('plugin_error'), plugin: z.string(), hook: z.string(), message: z.string() }),
);

export const PluginStatus = define(
	'PluginStatus',
	'A plugin came or went; a `lost` guard stays as a shut gate.',
	z.object({
		type: z.literal('plugin_status'),
		plugin: z.string(),
		status: z.enum(['loaded', 'quarantined', 'lost', 'unloaded']),
		message: z.string().optional(),
	}),
);

export const CommandsChanged = define(
	'CommandsChanged',
	'The commands that there are now, by name.',
	z.object({ type: z.literal('commands_changed'), commands: z.array(z.string()) }),
);
