import type { Tool } from '@myelin/core';
import type { SessionTool } from './catalog.ts';

/** Makes a session's tools the kernel's: each is told the session that it runs for. A tool is bound once. */
export function toolBinder(sessionId: string): (tool: SessionTool) => Tool {
	const bound = new WeakMap<SessionTool, Tool>();
	return (tool) => {
		const known = bound.get(tool);
		if (known !== undefined) return known;
		const { name, description } = tool;
		const made: Tool = {
			name,
			description,
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
