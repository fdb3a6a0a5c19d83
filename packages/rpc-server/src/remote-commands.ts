import { isRecord, kindOf } from '@myelin/core';
import type { HookContext, PluginApi, Unregister } from '@myelin/plugins';
import { HookError } from '@myelin/plugins/host';
import type * as z from 'zod';
import type { ClientCommand } from './schema/params/commands.ts';

/** A command as a client names it. */
export type RemoteCommand = z.infer<typeof ClientCommand>;

/** Asks the client to run one; rejects as `Connection.request` does. */
export type AskCommand = (name: string, args: string, context: HookContext) => Promise<unknown>;

/** Registers a client's command, or its prompt if it has a template. Throws `HostError` where the name is taken. */
export function registerRemoteCommand(
	api: PluginApi,
	{ name, description, argumentHint, template, timeoutMs = 0 }: RemoteCommand,
	ask: AskCommand,
): Unregister {
	const told = { name, description, ...(argumentHint === undefined ? {} : { argumentHint }) };
	if (template !== undefined) return api.registerPrompt({ ...told, template });
	const run = async (args: string, context: HookContext) => textOf(await ask(name, args, context));
	return api.registerCommand({ ...told, run, timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs });
}

function textOf(answer: unknown): string | undefined {
	if (isRecord(answer) && (answer.text === undefined || typeof answer.text === 'string')) return answer.text;
	const found = isRecord(answer) ? `a text that is ${kindOf(answer.text)}` : kindOf(answer);
	throw new HookError('INVALID', `it answered ${found}; on the wire a command answers { text } to show, or {}`);
}
