import { HostError } from './errors.ts';
import type { ExecOptions, ExecResult } from './plugin.ts';

/** Bytes of each of a program's outputs that are taken. */
const mostOutput = 1_000_000;
/** Milliseconds that a program has to end once it was asked to. */
const endMs = 500;

/**
 * Runs a program without a shell. Rejects with `HostError`, `EXEC_FAILED`, when it cannot be started, takes too long, says too much, or is
 * called off by one of the signals; whatever it exits with is an answer.
 */
export async function runProgram(
	command: string,
	args: readonly string[],
	{ cwd, env, input, signal, timeoutMs }: ExecOptions,
	unloaded: AbortSignal,
): Promise<ExecResult> {
	const { execa } = await import('execa');
	let saysTooMuch = false;
	const program = execa(command, args, {
		...(cwd === undefined ? {} : { cwd }),
		...(env === undefined ? {} : { env }),
		...(input === undefined ? { stdin: 'ignore' as const } : { input }),
		...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
		cancelSignal: signal === undefined ? unloaded : AbortSignal.any([signal, unloaded]),
		forceKillAfterDelay: endMs,
		maxBuffer: mostOutput,
		stripFinalNewline: false,
		windowsHide: true,
		reject: false,
	});
	// Reading no more does not end a program that minds no closed pipe.
	for (const stream of [program.stdout, program.stderr]) {
		let length = 0;
		stream?.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length <= mostOutput) return;
			saysTooMuch = true;
			program.kill('SIGKILL');
		});
	}
	const result = await program;
	const fault = saysTooMuch ? `said more than ${mostOutput} bytes` : faultOf(result, timeoutMs);
	if (fault !== undefined) throw new HostError('EXEC_FAILED', `${command} ${fault}`, result);
	const { stdout, stderr, exitCode = null } = result;
	return { exitCode, stdout: String(stdout), stderr: String(stderr) };
}

interface Outcome {
	readonly isCanceled: boolean;
	readonly timedOut: boolean;
	readonly exitCode?: number | undefined;
	readonly signal?: string | undefined;
	readonly originalMessage?: string | undefined;
}

/** What kept a program from ending by itself, or nothing. */
function faultOf(outcome: Outcome, timeoutMs: number | undefined): string | undefined {
	if (outcome.isCanceled) return 'was called off';
	if (outcome.timedOut) return `did not end within ${timeoutMs} ms`;
	if (outcome.exitCode !== undefined || outcome.signal !== undefined) return undefined;
	return `could not be started: ${outcome.originalMessage}`;
}
