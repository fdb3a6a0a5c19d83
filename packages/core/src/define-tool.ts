import { parseBy } from './argument-check.ts';
import { jsonSchemaOf, type StandardSchema, standardSchemaCheck } from './standard-schema.ts';
import type { ConcurrencyOf, PreviewContext, Tool, ToolContext, ToolResult } from './tools.ts';

/** What a schema makes of arguments that it accepts. */
export type ArgsOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** A tool whose arguments a Standard Schema describes; everything else as in `Tool`. */
export interface ToolDraft<Schema extends StandardSchema>
	extends Omit<Tool, 'jsonSchema' | 'parse' | 'preview' | 'execute' | 'concurrency'> {
	/** Of an object: zod's, or any library's that speaks Standard Schema and can be written as JSON Schema. */
	readonly parameters: Schema;
	readonly concurrency?: 'parallel' | 'exclusive' | ConcurrencyOf<ArgsOf<Schema>>;
	preview?(args: ArgsOf<Schema>, context: PreviewContext): ReturnType<NonNullable<Tool['preview']>>;
	execute(args: ArgsOf<Schema>, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
}

/**
 * Makes a tool of a schema and a function whose arguments have the schema's type. A schema that changes what it accepts must accept
 * what it made, because arguments that a gate rewrote are checked again. Throws where the schema cannot be written as JSON Schema.
 */
export function defineTool<Schema extends StandardSchema>({ parameters, ...tool }: ToolDraft<Schema>): Tool {
	const check = standardSchemaCheck(parameters);
	return {
		...(tool as Omit<Tool, 'jsonSchema' | 'parse'>),
		jsonSchema: jsonSchemaOf(parameters),
		parse: (args) => parseBy(tool.name, args, check),
	};
}
