import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandPath, serverPath } from '../../scripts/bundle.mjs';
import { startServer, temporaryFolder } from './raw-server.ts';

const hello = { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } };

/** A settings file with something in it. */
function settingsFile(text: string): string {
	const file = join(temporaryFolder(), 'settings.json');
	writeFileSync(file, text);
	return file;
}

/** Runs a program to its end, with an empty home and the end of input before it. */
async function run(program: string, ...args: readonly string[]) {
	const env = { PATH: process.env.PATH, HOME: temporaryFolder() };
	const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
	const texts = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text;
		});
	}
	const [status] = await once(child, 'close');
	return { status, ...texts };
}

describe('a server that cannot start answers all that it was asked, and ends with status 2', () => {
	it.each([
		['settings that are no JSON', () => ['--settings', settingsFile('{')], 'settings.json'],
		['settings that make no sense', () => ['--settings', settingsFile('{"model":7}')], 'model: expected a text'],
		['settings that are not there', () => ['--settings', '/no/such/settings.json'], '/no/such/settings.json'],
		['an option that there is not', () => ['--sesions', '/x'], 'did you mean --sessions?'],
		['a folder that is not there', () => ['--cwd', '/no/such/folder'], '--cwd /no/such/folder must be a folder'],
		[
			'a log that cannot be written',
			() => ['--log', '/no/such/folder/log'],
			'--log /no/such/folder/log must be a file',
		],
	])('%s', async (_, options, said) => {
		const server = startServer(...options());
		server.send({ id: 1, method: 'initialize', params: hello });
		server.send({ id: 2, method: 'session/create', params: {} });
		server.send({ id: 3, method: 'server/status' });
		const status = await new Promise((resolve) => server.child.once('close', resolve));
		expect(status).toBe(2);
		expect(server.received.map(({ id }) => id)).toEqual([1, 2, 3]);
		expect(server.received[0].result.serverInfo.name).toBe('myelin');
		for (const { error } of server.received.slice(1)) {
			expect(error).toMatchObject({ code: -32000, data: { code: 'START_FAILED' } });
			expect(error.message).toContain(said);
		}
		expect(server.stderr()).toContain(said);
	});

	it('nonsense about the transport itself, before anybody was answered', async () => {
		const server = startServer('--framing', 'morse');
		server.send({ id: 1, method: 'initialize', params: hello });
		server.send({ id: 'x', method: 'session/create' });
		expect(await new Promise((resolve) => server.child.once('close', resolve))).toBe(2);
		expect(server.received.map(({ id, error }) => [id, error.data.code, error.message])).toEqual(
			[1, 'x'].map((id) => [
				id,
				'START_FAILED',
				'The server cannot start: --framing must be lines or headers, not "morse".',
			]),
		);
	});

	it('answers what is asked after its first answer, too', async () => {
		const server = startServer('--cwd', '/no/such/folder');
		await server.ask('initialize', hello);
		expect((await server.ask('session/create')).error.data.code).toBe('START_FAILED');
	});
});

describe.skipIf(process.platform !== 'linux')('a socket that cannot be', () => {
	const listen = (path: string) => run(serverPath, '--socket', path);

	it('has too long a path, and leaves nothing behind', async () => {
		const folder = temporaryFolder();
		const path = join(folder, 's'.repeat(107 - folder.length));
		expect(Buffer.byteLength(path)).toBe(108);
		expect(await listen(path)).toMatchObject({
			status: 2,
			stderr: `myelin: cannot listen on ${path}: the path of a socket has at most 107 bytes, and this has 108; name a shorter one\n`,
		});
		expect(readdirSync(folder)).toEqual([]);
	});

	it('lies in a folder that is not there, or in no folder', async () => {
		const folder = temporaryFolder();
		expect(await listen(join(folder, 'none/m.sock'))).toMatchObject({
			status: 2,
			stderr: `myelin: cannot listen on ${folder}/none/m.sock: there is no folder ${folder}/none; make it, or name another\n`,
		});
		writeFileSync(join(folder, 'file'), '');
		expect((await listen(join(folder, 'file/m.sock'))).stderr).toBe(
			`myelin: cannot listen on ${folder}/file/m.sock: ${folder}/file is no folder; name another\n`,
		);
	});

	it('is a folder', async () => {
		const path = join(temporaryFolder(), 'm.sock');
		mkdirSync(path);
		const { status, stderr } = await listen(path);
		expect([status, stderr]).toEqual([
			2,
			`myelin: cannot listen on ${path}: there is something that is no socket; name another\n`,
		]);
		expect(existsSync(path)).toBe(true);
	});
});

describe('whoever asks for help', () => {
	it.each([
		['myelin rpc --help', commandPath, ['rpc', '--help']],
		['myelin rpc --socket x -h', commandPath, ['rpc', '--socket', 'x', '-h']],
		['myelin run --help', commandPath, ['run', '--help']],
		['myelin trust -h', commandPath, ['trust', '-h']],
		['the server itself', serverPath, ['--help']],
	])('is shown it: %s', async (_, program, args) => {
		const { status, stdout, stderr } = await run(program, ...args);
		expect([status, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^Usage:\n {2}myelin {2,}chat in this terminal\n/);
	});
});

it('only its user may read a log', async () => {
	const log = join(temporaryFolder(), 'log');
	const server = startServer('--log', log);
	await server.ask('initialize', hello);
	expect(await server.end()).toBe(0);
	expect(statSync(log).mode & 0o777).toBe(0o600);
});
