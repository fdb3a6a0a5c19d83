import type { JsonObject, ToolProgress, ToolResult, ToolSpec } from '@myelin/plugins';

/** How a test runs a tool. */
export interface ToolRun {
	readonly cwd: string;
	readonly signal?: AbortSignal;
	readonly onUpdate?: (progress: ToolProgress) => void;
}

/** Runs a tool as a session would, its throws included. */
export async function runTool(tool: ToolSpec, args: JsonObject, run: ToolRun): Promise<ToolResult> {
	const context = {
		sessionId: 's1',
		toolCallId: 'call_1',
		cwd: run.cwd,
		signal: run.signal ?? new AbortController().signal,
		onUpdate: run.onUpdate ?? (() => {}),
		notify: () => {},
		ui: { confirm: async () => false, select: async () => undefined, input: async () => undefined },
	};
	const result = await tool.execute(args as never, context);
	return typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : result;
}

/** The text of a result's text blocks. */
export function resultText(result: ToolResult): string {
	return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
