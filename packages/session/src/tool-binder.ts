import type { Tool } from '@myelin/core';
import type { SessionTool } from './catalog.ts';

/** Makes a session's tools the kernel's: each is told the session that it runs for. A tool is bound once. */
export function toolBinder(sessionId: string): (tool: SessionTool) => Tool {
	const bound = new WeakMap<SessionTool, Tool>();
	return (tool) => {
		const known = bound.get(tool);
		if (known !== undefined) return known;
		const { name, description, preview } = tool;
		const made: Tool = {
			name,
			description,
			...mannersOf(tool),
			...(preview === undefined ? {} : { preview: (args, context) => tool.preview?.(args, { ...context, sessionId }) }),
			get jsonSchema() {
				return tool.jsonSchema;
			},
			parse: (args) => tool.parse(args),
			execute: (args, context) => tool.execute(args, { ...context, sessionId }),
		};
		bound.set(tool, made);
		return made;
	};
}

/** How a tool wants to be run, as far as it says. */
function mannersOf({ concurrency, timeoutMs, onInterjection }: SessionTool): Partial<Tool> {
	return {
		...(concurrency === undefined ? {} : { concurrency }),
		...(timeoutMs === undefined ? {} : { timeoutMs }),
		...(onInterjection === undefined ? {} : { onInterjection }),
	};
}
