import { isRecord, type JsonObject, kindOf, type ToolResult } from '@myelin/core';
import type { PluginApi, ToolContext, ToolSpec, Unregister } from '@myelin/plugins';
import type { SessionPreviewContext } from '@myelin/session';
import type * as z from 'zod';
import type { ClientTool } from './schema/params/tools.ts';

/** A tool as a client names it. */
export type RemoteTool = z.infer<typeof ClientTool>;

/** What the client is asked of one; both reject as `Connection.request` does. */
export interface ToolCalls {
	execute(toolName: string, args: object, context: ToolContext): Promise<unknown>;
	preview(toolName: string, args: object, context: SessionPreviewContext): Promise<unknown>;
}

/** Registers a client's tool, with how it wants to be run. Throws `HostError` for one that is none, and where its name is taken. */
export function registerRemoteTool(api: PluginApi, tool: RemoteTool, client: ToolCalls): Unregister {
	const { name, description, parameters } = tool;
	return api.registerTool({
		name,
		description,
		parameters: parameters as JsonObject,
		...mannersOf(tool),
		execute: async (args: object, context) => resultFrom(name, await client.execute(name, args, context)),
		...(tool.preview === true
			? { preview: async (args, context) => previewFrom(name, await client.preview(name, args, context)) }
			: {}),
	});
}

/** How it wants to be run, as far as it says; no limit travels as 0. */
function mannersOf({ concurrency, timeoutMs, onInterjection }: RemoteTool): Partial<ToolSpec> {
	return {
		...(concurrency === undefined ? {} : { concurrency }),
		...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs }),
		...(onInterjection === undefined ? {} : { onInterjection }),
	};
}

/** The kernel checks what there is of it, as with everybody's. */
function previewFrom(toolName: string, answer: unknown): JsonObject | undefined {
	if (isRecord(answer)) return answer.preview as JsonObject | undefined;
	throw new TypeError(
		`The tool "${toolName}" gave no preview: it answered ${kindOf(answer)}, and on the wire a preview is { preview: {…} }, or {} for nothing to show.`,
	);
}

/** A text alone is a result within a process only. The kernel checks all else, as with everybody's. */
function resultFrom(toolName: string, answer: unknown): ToolResult {
	if (typeof answer !== 'string') return answer as ToolResult;
	throw new TypeError(
		`The tool "${toolName}" gave no result: it answered a text, and on the wire a result is { content: [blocks] }.`,
	);
}
