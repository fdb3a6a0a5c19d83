import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serverPath } from '../../../scripts/bundle.mjs';

const has = (command: string, words: string) =>
	spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.includes(words) ?? false;

/** Runs an editor on a script of its own; resolves with what the script reports. */
async function report(command: string, ...args: readonly string[]): Promise<unknown> {
	const home = mkdtempSync(join(tmpdir(), 'myelin-editor-'));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const file = join(home, 'report');
	const server = JSON.stringify([process.execPath, serverPath, '--cwd', home]);
	const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, TERM: 'dumb', SERVER: server, REPORT: file };
	const child = spawn(command, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'ignore', 'pipe'] });
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	await once(child, 'close');
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (cause) {
		throw new Error(`${command} reported nothing: ${stderr}`, { cause });
	}
}

const seen = { server: 'myelin', answer: 'stop', text: expect.stringMatching(/\w/), status: 0 };

it.skipIf(!has('vim', '+channel'))(
	"Vim's own channels drive it: prompt, stream, veto, cancel, shutdown",
	async () => {
		const own = await report('vim', '-es', '-u', 'NONE', '-i', 'NONE', '-S', 'vim-client.vim');
		expect(own).toMatchObject({ ...seen, vetoed: 'not from Vim', cancelled: -32800, closedFirst: true });
	},
	30_000,
);

it.skipIf(!has('nvim', 'NVIM'))(
	"Neovim's own RPC drives it: prompt, stream, veto, cancel, shutdown",
	async () => {
		const own = await report('nvim', '--headless', '--clean', '-c', 'luafile nvim-client.lua', '-c', 'qall!');
		expect(own).toMatchObject({
			...seen,
			vetoed: 'not from Neovim',
			cancelled: true,
		});
	},
	30_000,
);
