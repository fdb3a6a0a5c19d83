import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Myelin, type Session, type SessionEvent } from '@myelin/client';
import { onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { collect } from '../typescript-client/open-client.ts';

/** A server with plugins, one session, and what it said. */
export interface OpenServer {
	readonly myelin: Myelin;
	readonly session: Session;
	/** The session's folder. */
	readonly folder: string;
	/** The process ids of every start of the fixture `guard.ts`, and of what it started. */
	pids(): number[];
	/** The file in which the fixture `everywhere.ts` notes what it comes to. */
	readonly trace: string;
	/** What the server wrote to standard error. */
	stderr(): string;
	/** Runs a command with `bash` and gives the decisions on it, none if nobody was asked. */
	decide(command: string): Promise<readonly (SessionEvent & { type: 'tool_decision' })['decisions'][number][]>;
}

/** The fixture `guard.ts` in a process of its own. */
export const guard = { path: join(import.meta.dirname, 'fixtures/guard.ts'), isolation: 'process' };

/** Starts the bundled server with these entries of `plugins`, for one test. */
export async function openServer(...plugins: readonly unknown[]): Promise<OpenServer> {
	const folder = mkdtempSync(join(tmpdir(), 'spawned-plugins-'));
	const settings = join(folder, 'settings.json');
	const pids = join(folder, 'pids');
	const trace = join(folder, 'points.jsonl');
	writeFileSync(pids, '');
	writeFileSync(trace, '');
	writeFileSync(settings, JSON.stringify({ plugins, pluginSettings: { guard: { pids }, everywhere: { trace } } }));
	let stderr = '';
	const myelin = await Myelin.spawn({
		command: [process.execPath, serverPath, '--settings', settings],
		env: { HOME: folder, XDG_CONFIG_HOME: folder, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' },
		clientInfo: { name: 'driver' },
		onAsk: ({ kind, options }) => (kind === 'confirm' ? true : (options?.at(-1)?.value ?? 'because')),
		onStderr: (text) => {
			stderr += text;
		},
	});
	onTestFinished(async () => {
		await myelin.close();
		rmSync(folder, { recursive: true });
	});
	const session = await myelin.createSession({ cwd: folder });
	return {
		myelin,
		session,
		folder,
		trace,
		pids: () => readFileSync(pids, 'utf8').split(/\s/).filter(Boolean).map(Number),
		stderr: () => stderr,
		async decide(command) {
			const events = await collect(session.prompt(`bash command="${command}"`));
			return events.flatMap((event) => (event.type === 'tool_decision' ? event.decisions : []));
		},
	};
}
