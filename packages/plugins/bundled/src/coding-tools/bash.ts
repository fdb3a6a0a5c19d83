import { resolve } from 'node:path';
import type { ToolContext, ToolResult, ToolSpec } from '@myelin/plugins';
import { type ProcessEnd, runProcess } from '@myelin/plugins/process';
import { commandEnvironment } from './environment.ts';
import { outputsFor } from './output-folder.ts';
import { createOutputStore, type OutputStore } from './output-store.ts';
import type { Workspace } from './workspace.ts';

const shownChars = 30_000;
const maxOutputChars = 256 * 1024 * 1024;
const defaultTimeoutMs = 120_000;
const maxTimeoutMs = 2 ** 31 - 1;

interface BashArgs {
	readonly command: string;
	readonly timeoutMs?: number;
}

/** What may be set of `bash`. */
export interface BashOptions {
	/** `/bin/bash` if absent. */
	readonly shell?: string;
	/** Variables that commands get although they are named like secrets. */
	readonly passEnvironment?: readonly string[];
}

/** The tool `bash`: runs a command with `/bin/bash -c` in the working folder. It is not confined to the workspace: that is for guards to decide. */
export function createBashTool(workspace: Workspace, options: BashOptions = {}): ToolSpec {
	return {
		name: 'bash',
		description:
			'Run a command in a shell (bash) in the working folder and give its output, standard error included. ' +
			`The last ${shownChars} characters are shown. Processes left in the background end with the command.`,
		parameters: {
			type: 'object',
			properties: {
				command: { type: 'string', description: 'The command line' },
				timeoutMs: {
					type: 'integer',
					minimum: 1,
					maximum: maxTimeoutMs,
					description: `Milliseconds until the command is stopped; ${defaultTimeoutMs} if left out`,
				},
			},
			required: ['command'],
			additionalProperties: false,
		},
		execute: (args: BashArgs, context) => run(args, context, workspace, options),
	};
}

async function run(
	args: BashArgs,
	context: ToolContext,
	workspace: Workspace,
	{ shell = '/bin/bash', passEnvironment = [] }: BashOptions,
): Promise<ToolResult> {
	const timeoutMs = args.timeoutMs ?? defaultTimeoutMs;
	const output = createOutputStore(shownChars, outputsFor(resolve(context.cwd), workspace.outputs));
	try {
		const end = await runProcess({
			file: shell,
			args: ['-c', args.command],
			cwd: context.cwd,
			env: commandEnvironment(process.env, passEnvironment),
			timeoutMs,
			signal: context.signal,
			onOutput(text) {
				output.add(text);
				context.onUpdate({ kind: 'output', delta: text });
				return output.length <= maxOutputChars;
			},
		});
		return resultOf(output, end, timeoutMs);
	} finally {
		output.close();
	}
}

function resultOf(output: OutputStore, end: ProcessEnd, timeoutMs: number): ToolResult {
	const tail = output.tail();
	const hidden = output.length - tail.length;
	const before = hidden > 0 ? `[${hidden} characters before these are in ${output.file}]\n` : '';
	const verdict = verdictOf(end, timeoutMs);
	const gap = tail === '' || tail.endsWith('\n') || verdict === '' ? '' : '\n';
	const text = `${before}${tail}${gap}${verdict}`;
	return {
		content: [{ type: 'text', text: text === '' ? '[no output]' : text }],
		details: {
			exitCode: end.exitCode,
			...(end.signal === null ? {} : { signal: end.signal }),
			...(end.stopped === undefined ? {} : { stopped: end.stopped }),
			...(output.file === undefined ? {} : { outputFile: output.file }),
		},
		...(verdict === '' ? {} : { isError: true }),
	};
}

const stopVerdicts: Record<NonNullable<ProcessEnd['stopped']>, (timeoutMs: number) => string> = {
	aborted: () => '[stopped: the run was aborted]',
	timeout: (ms) => `[stopped after ${ms} ms; give a longer timeoutMs if it needs more time]`,
	output: () => `[stopped: it wrote more than ${maxOutputChars} characters]`,
};

function verdictOf(end: ProcessEnd, timeoutMs: number): string {
	if (end.stopped !== undefined) return stopVerdicts[end.stopped](timeoutMs);
	if (end.signal !== null) return `[ended by ${end.signal}]`;
	return end.exitCode === 0 ? '' : `[exit code ${end.exitCode}]`;
}
