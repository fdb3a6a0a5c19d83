import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AssistantMessage } from '@myelin/core';
import { serverPath } from '../../scripts/bundle.mjs';
import type { AnthropicRecording } from '../recordings.ts';
import { startReplayServer } from '../replay-server.ts';

const here = import.meta.dirname;
const root = join(here, '../..');

/** The languages that a client is written in. */
export const languages = ['typescript', 'python', 'go'] as const;

/** One of them. */
export type Language = (typeof languages)[number];

/** Whether this machine has what a language's programs need. */
export function has(language: Language): boolean {
	switch (language) {
		case 'typescript':
			return true;
		case 'python':
			return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;
		case 'go':
			return spawnSync('go', ['version']).status === 0;
	}
}

/**
 * Plays recordings through the real provider, a real server and a program in `language`: each is served over loopback HTTP in
 * 7-byte pieces. Resolves with the message that the program got for each, in order.
 */
export async function playRecordings(
	language: Language,
	recordings: readonly AnthropicRecording[],
	modelId: string,
): Promise<AssistantMessage[]> {
	const bodies = new Map(recordings.map(({ name, body }) => [name, body]));
	const replay = await startReplayServer(({ body }) => ({ body: bodies.get(promptOf(body)) ?? '', pieceBytes: 7 }));
	const folder = mkdtempSync(join(tmpdir(), 'myelin-recordings-'));
	const settings = join(folder, 'settings.json');
	writeFileSync(settings, JSON.stringify({ pluginSettings: { anthropic: { baseUrl: replay.url, apiKey: 'none' } } }));
	const command = JSON.stringify([process.execPath, serverPath, '--settings', settings, '--cwd', folder]);
	const program = startProgram(
		language,
		['anthropic', modelId],
		{ ...process.env, MYELIN_COMMAND: command, HOME: folder },
		folder,
	);
	try {
		return await answers(program, recordings);
	} finally {
		program.kill('SIGKILL');
		await replay.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The text of the first message that is shown to the model. */
function promptOf(body: unknown): string {
	const { messages } = body as { messages: { content: { text?: string }[] }[] };
	return messages[0]?.content[0]?.text ?? '';
}

function startProgram(
	language: Language,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
	folder: string,
): ChildProcessWithoutNullStreams {
	switch (language) {
		case 'typescript': {
			const options = ['--conditions=@myelin/source', '--import', 'tsx', join(here, 'answer.ts')];
			return spawn(process.execPath, [...options, ...args], { env, cwd: root });
		}
		case 'python': {
			const path = { PYTHONPATH: join(root, 'packages/clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
			return spawn('python3', [join(here, 'answer.py'), ...args], { env: { ...env, ...path } });
		}
		case 'go': {
			const program = join(folder, 'answer');
			const build = spawnSync('go', ['build', '-o', program, '.'], { cwd: join(here, 'go'), encoding: 'utf8' });
			if (build.status !== 0) throw new Error(`the Go program does not build: ${build.stderr}`);
			return spawn(program, args, { env });
		}
	}
}

async function answers(
	program: ChildProcessWithoutNullStreams,
	recordings: readonly AnthropicRecording[],
): Promise<AssistantMessage[]> {
	let stderr = '';
	program.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	program.stdin.end(recordings.map(({ name }) => `${name}\n`).join(''));
	const messages: AssistantMessage[] = [];
	for await (const line of createInterface({ input: program.stdout })) messages.push(JSON.parse(line));
	if (messages.length === recordings.length) return messages;
	throw new Error(`the program answered ${messages.length} of ${recordings.length} prompts and then said: ${stderr}`);
}
