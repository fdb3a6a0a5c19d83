import { errorText } from '@myelin/core';
import { HostError } from './errors.ts';
import type { ExecOptions, ExecResult } from './plugin.ts';
import { type ProcessEnd, runProcess } from './process/run-process.ts';

/** Bytes of each of a program's outputs that are taken. */
const mostOutput = 1_000_000;

/**
 * Runs a program without a shell, and nothing of its process group outlives it. Rejects with `HostError`, `EXEC_FAILED`, when it cannot
 * be started, takes too long, says too much, or is called off by one of the signals; whatever it exits with is an answer.
 */
export async function runProgram(
	command: string,
	args: readonly string[],
	{ cwd = process.cwd(), env, input, signal, timeoutMs = Number.POSITIVE_INFINITY }: ExecOptions,
	unloaded: AbortSignal,
): Promise<ExecResult> {
	if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
		throw failed(`${command} could not be started: its timeoutMs is ${timeoutMs}, not a number above 0`);
	const said = { stdout: '', stderr: '' };
	const bytes = { stdout: 0, stderr: 0 };
	const end = await runProcess({
		file: command,
		args,
		cwd,
		env: { ...process.env, ...env },
		input,
		timeoutMs,
		signal: signal === undefined ? unloaded : AbortSignal.any([signal, unloaded]),
		onOutput(text, from) {
			said[from] += text;
			bytes[from] += Buffer.byteLength(text);
			return bytes[from] <= mostOutput;
		},
	}).catch((thrown: unknown) => {
		throw failed(errorText(thrown), thrown);
	});
	if (end.stopped !== undefined) throw failed(`${command} ${faults[end.stopped](timeoutMs)}`, { ...end, ...said });
	return { exitCode: end.exitCode, ...said };
}

const faults: Record<NonNullable<ProcessEnd['stopped']>, (timeoutMs: number) => string> = {
	aborted: () => 'was called off',
	timeout: (ms) => `did not end within ${ms} ms`,
	output: () => `said more than ${mostOutput} bytes`,
};

function failed(message: string, cause?: unknown): HostError {
	return new HostError('EXEC_FAILED', message, cause);
}
