import { errorText, MyelinError } from './errors.ts';
import type {
	ClientTool,
	JsonObject,
	ToolExecuteParams,
	ToolPreview,
	ToolPreviewParams,
	ToolProgress,
	ToolResult,
} from './generated/protocol.ts';
import { wholeMs } from './hooks.ts';
import { createScopedTable } from './scoped-table.ts';
import { checkedBy, isStandardSchema, jsonSchemaOf, type OutputOf, type StandardSchema } from './standard-schema.ts';

/** What a tool is given besides its arguments. */
export interface ToolContext {
	readonly sessionId: string;
	readonly toolCallId: string;
	/** Aborts when nobody waits for it any longer: the run was aborted, its time is over, or it was cancelled. */
	readonly signal: AbortSignal;
	/** Says something while the tool runs; never waits, and is ignored once it has returned. */
	onUpdate(progress: ToolProgress): void;
}

/** What a tool takes: a JSON Schema (draft 2020-12) of an object, or a Standard Schema that can be written as one, such as a zod object. */
export type Parameters = JsonObject | StandardSchema;

/** A tool that this program runs for the model. A throw is a result with `isError`, of which the model sees the message. */
export interface ToolSpec<P extends Parameters = JsonObject> {
	/** `[A-Za-z0-9_-]{1,64}`; one tool of a name in a session. */
	readonly name: string;
	/** What a model reads to decide when to use it. */
	readonly description: string;
	readonly parameters: P;
	/** A `parallel` one may run beside other calls; an `exclusive` one, as it is if absent, runs alone, and later ones wait behind it. */
	readonly concurrency?: 'parallel' | 'exclusive';
	/** Milliseconds that `execute` may take: the server's usual if absent, no limit if 0 or `Infinity`. Then the call has failed, and its signal aborts. */
	readonly timeoutMs?: number;
	/** What becomes of a running call when the person interjects: it may `finish` (so if absent), or it is cancelled. */
	readonly onInterjection?: 'finish' | 'cancel';
	/** What a call is about to do (a `diff`, …), shown before anybody judges it. A throw is the call's result, and it does not run. It may take as long as `timeoutMs`, or five seconds; then the call goes on without. */
	preview?(
		args: OutputOf<P>,
		context: Omit<ToolContext, 'onUpdate'>,
	): JsonObject | undefined | Promise<JsonObject | undefined>;
	/** `args` are what a Standard Schema makes of them; with a JSON Schema, annotate them with what it describes: they have been checked against it. */
	execute(args: OutputOf<P>, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
}

/** A tool with whatever parameters. */
export interface AnyToolSpec extends Omit<ToolSpec, 'parameters' | 'execute' | 'preview'> {
	readonly parameters: Parameters;
	preview?(args: never, context: Omit<ToolContext, 'onUpdate'>): ReturnType<NonNullable<ToolSpec['preview']>>;
	execute(args: never, context: ToolContext): ReturnType<ToolSpec['execute']>;
}

/** The tools of a connection. */
export interface ToolTable {
	/** Adds a tool and gives what the server is told of it. The same name in the same scope replaces it. Throws `HOOK_REJECTED` for parameters that no JSON Schema tells, and adds nothing. */
	add(tool: AnyToolSpec, sessionId: string | undefined): ClientTool;
	/** Removes it, if it is still this one; says whether it was. */
	remove(tool: AnyToolSpec, sessionId: string | undefined): boolean;
	/** Removes the tools of a session. */
	forget(sessionId: string): void;
	/** Runs the tool that a server names. Rejects only when there is no such tool. */
	execute(
		params: ToolExecuteParams,
		signal: AbortSignal,
		onUpdate: (progress: ToolProgress) => void,
	): Promise<ToolResult>;
	/** Asks a tool what a call is about to do. Rejects when there is no such tool, and as the tool did. */
	preview(params: ToolPreviewParams, signal: AbortSignal): Promise<ToolPreview>;
}

/** No tools. */
export function createToolTable(): ToolTable {
	const tools = createScopedTable<AnyToolSpec>();
	const named = (sessionId: string, toolName: string): AnyToolSpec => {
		const tool = tools.find(sessionId, toolName);
		if (tool === undefined) throw new MyelinError('INVALID_PARAMS', `no tool "${toolName}" is registered`);
		return tool;
	};
	return {
		add(tool, sessionId) {
			const told = offerOf(tool);
			tools.set(sessionId, tool.name, tool);
			return told;
		},
		remove: (tool, sessionId) => tools.remove(sessionId, tool.name, tool),
		forget: tools.forget,
		async execute({ sessionId, toolCallId, toolName, args }, signal, onUpdate) {
			const tool = named(sessionId, toolName);
			const execute = async (context: ToolContext) => tool.execute(await argsOf(tool, args), context);
			return resultOf(execute, { sessionId, toolCallId, signal, onUpdate });
		},
		async preview({ sessionId, toolCallId, toolName, args }, signal) {
			const tool = named(sessionId, toolName);
			try {
				const preview = await tool.preview?.(await argsOf(tool, args), { sessionId, toolCallId, signal });
				return preview === undefined ? {} : { preview };
			} catch (cause) {
				throw new MyelinError('HOOK_FAILED', errorText(cause), { cause });
			}
		},
	};
}

/** A tool as the server is told of it. What does not fit goes as it is, to be refused. */
function offerOf(tool: AnyToolSpec): ClientTool {
	const { name, description, parameters, concurrency, timeoutMs, onInterjection } = tool;
	return {
		name,
		description,
		parameters: isStandardSchema(parameters) ? writtenBy(parameters, name) : parameters,
		...(concurrency === undefined ? {} : { concurrency }),
		...(timeoutMs === undefined ? {} : { timeoutMs: wholeMs(timeoutMs) }),
		...(onInterjection === undefined ? {} : { onInterjection }),
		...(tool.preview === undefined ? {} : { preview: true }),
	};
}

function writtenBy(schema: StandardSchema, toolName: string): JsonObject {
	try {
		return jsonSchemaOf(schema);
	} catch (cause) {
		const why = `the parameters of the tool "${toolName}" cannot be told to a model as JSON Schema: ${errorText(cause)}`;
		throw new MyelinError('HOOK_REJECTED', why, { cause });
	}
}

/** The arguments as the tool wants them. */
async function argsOf({ parameters }: AnyToolSpec, args: JsonObject): Promise<never> {
	return (isStandardSchema(parameters) ? await checkedBy(parameters, args) : args) as never;
}

async function resultOf(
	execute: (context: ToolContext) => ReturnType<ToolSpec['execute']>,
	context: ToolContext,
): Promise<ToolResult> {
	let open = true;
	try {
		const result = await execute({
			...context,
			onUpdate(progress) {
				if (open) context.onUpdate(progress);
			},
		});
		return typeof result === 'string' ? textResult(result) : result;
	} catch (error) {
		return { ...textResult(errorText(error)), isError: true };
	} finally {
		open = false;
	}
}

function textResult(text: string): ToolResult {
	return { content: [{ type: 'text', text }] };
}
