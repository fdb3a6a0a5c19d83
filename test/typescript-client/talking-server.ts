import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';

/** A server whose model talks as much as it is asked to (fixtures/talker.mjs). */
export interface TalkingServer {
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** A folder of its own. */
	readonly folder: string;
	/** How often the tool has run. */
	acted(): number;
}

/** Says how to start one, for one test; `plugins` are further ones of the fixtures. */
export function talkingServer({ model = 'talker/talker', plugins = [] as readonly string[] } = {}): TalkingServer {
	const folder = mkdtempSync(join(tmpdir(), 'talking-'));
	const settings = join(folder, 'settings.json');
	const loaded = ['talker', ...plugins].map((name) =>
		fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url)),
	);
	writeFileSync(settings, JSON.stringify({ model, plugins: loaded }));
	const trace = join(folder, 'trace');
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return {
		command: [process.execPath, serverPath, '--settings', settings, '--cwd', folder],
		env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, TALKER_TRACE: trace },
		folder,
		acted: () => (existsSync(trace) ? readFileSync(trace, 'utf8').split('\n').length - 1 : 0),
	};
}

/** Starts one on a socket, for one test; resolves when it can be reached. `restart` kills it and starts another in its place. */
export async function listeningServer(
	options = {},
): Promise<TalkingServer & { readonly path: string; kill(): void; restart(): Promise<void> }> {
	const server = talkingServer(options);
	const [program = '', ...args] = server.command;
	const path = join(server.folder, 'socket');
	const start = async () => {
		const child = spawn(program, [...args, '--socket', path], {
			env: { PATH: process.env.PATH, ...server.env },
			stdio: 'ignore',
		});
		const exited = new Promise((resolve) => child.once('exit', resolve));
		onTestFinished(async () => {
			child.kill('SIGKILL');
			await exited;
		});
		while (!(await canReach(path))) await new Promise((resolve) => setTimeout(resolve, 5));
		return { child, exited };
	};
	let running = await start();
	return {
		...server,
		path,
		kill: () => void running.child.kill('SIGKILL'),
		async restart() {
			running.child.kill('SIGKILL');
			await running.exited;
			running = await start();
		},
	};
}

function canReach(path: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(path);
		socket
			.once('error', () => resolve(false))
			.once('connect', () => {
				socket.destroy();
				resolve(true);
			});
	});
}

/** The text that the talker says: so many words. */
export function words(count: number): string {
	return Array.from({ length: count }, (_, word) => `w${word} `).join('');
}
