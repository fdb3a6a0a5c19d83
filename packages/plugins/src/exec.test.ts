import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PluginApi } from './plugin.ts';
import { hostFixture } from './testing/host-fixture.ts';

/** What a plugin has to run programs with. */
async function executing() {
	const fixture = hostFixture();
	const apis: PluginApi[] = [];
	await fixture.plugin('sample', (myelin) => void apis.push(myelin));
	const node = (code: string, options: Parameters<PluginApi['exec']>[2] = {}) =>
		(apis[0] as PluginApi).exec(process.execPath, ['-e', code], options);
	return { ...fixture, api: apis[0] as PluginApi, node };
}

/** Tells on standard error that it runs, and then runs for ever. */
const forever = 'setInterval(() => {}, 1000)';

it('a program ends with what it said and its exit code, whatever that is', async () => {
	const { node } = await executing();
	await expect(node('console.log(process.argv.length); console.error("no"); process.exitCode = 3')).resolves.toEqual({
		exitCode: 3,
		stdout: '1\n',
		stderr: 'no\n',
	});
});

it('is run without a shell, in the folder of its caller, with what it is given to read', async () => {
	const { api, node } = await executing();
	await expect(api.exec('echo', ['$HOME; ls'])).resolves.toMatchObject({ stdout: '$HOME; ls\n' });
	const code = 'process.stdin.on("data", (text) => console.log(process.cwd(), String(text)))';
	await expect(node(code, { cwd: '/', input: 'hi' })).resolves.toMatchObject({ stdout: '/ hi\n' });
});

it.each([
	['a signal', undefined, 'was called off'],
	['its time', 100, 'did not end within 100 ms'],
])('is ended by %s', async (_, timeoutMs, why) => {
	const { node } = await executing();
	const controller = new AbortController();
	const ran = node(forever, timeoutMs === undefined ? { signal: controller.signal } : { timeoutMs });
	if (timeoutMs === undefined) controller.abort();
	await expect(ran).rejects.toMatchObject({ code: 'EXEC_FAILED', message: expect.stringContaining(why) });
});

it('is ended when its plugin is unloaded, and none is started after that', async () => {
	const { node, host } = await executing();
	const ran = node(forever);
	await host.unload('sample');
	await expect(ran).rejects.toMatchObject({ code: 'EXEC_FAILED', message: expect.stringContaining('was called off') });
	await expect(node('')).rejects.toMatchObject({ code: 'PLUGIN_GONE' });
});

it('that says too much is ended', async () => {
	const { node } = await executing();
	const code = 'process.stdout.on("error", () => {}); setInterval(() => process.stdout.write("x".repeat(100_000)), 1)';
	await expect(node(code)).rejects.toMatchObject({
		code: 'EXEC_FAILED',
		message: expect.stringContaining('said more than 1000000 bytes'),
	});
});

it('that is not there is told as that', async () => {
	const { api } = await executing();
	await expect(api.exec('/no/such/program', [])).rejects.toMatchObject({
		code: 'EXEC_FAILED',
		message: expect.stringMatching(/^\/no\/such\/program could not be started: .*ENOENT/),
	});
});

/** A program that starts another, which holds its output, and stays itself if `stays`; the beginning and the end of both. */
async function leaving(stays: boolean) {
	const life = join(await mkdtemp(join(tmpdir(), 'myelin-exec-')), 'life');
	execFileSync('mkfifo', [life]);
	const reading = createReadStream(life);
	const script = `exec 3> ${life}; trap "" TERM; sleep 1000 & echo up >&3; ${stays ? 'sleep 1000' : 'echo up'}`;
	return { script, started: once(reading, 'data'), allEnded: once(reading, 'end') };
}

it('that leaves behind who holds its output is answered for, and nothing of it stays', async () => {
	const { api } = await executing();
	const { script, allEnded } = await leaving(false);
	await expect(api.exec('sh', ['-c', script])).resolves.toEqual({ exitCode: 0, stdout: 'up\n', stderr: '' });
	await allEnded;
});

it.each(['its time', 'a signal', 'the end of its plugin'])('%s ends all that it started', async (how) => {
	const { api, host } = await executing();
	const { script, started, allEnded } = await leaving(true);
	const controller = new AbortController();
	const ran = api.exec('sh', ['-c', script], how === 'its time' ? { timeoutMs: 300 } : { signal: controller.signal });
	await started;
	if (how === 'a signal') controller.abort();
	if (how === 'the end of its plugin') await host.unload('sample');
	await expect(ran).rejects.toMatchObject({ code: 'EXEC_FAILED' });
	await allEnded;
});

it.each([Number.NaN, -1, '5'])('is not started with the timeoutMs %j', async (timeoutMs) => {
	const { api } = await executing();
	await expect(api.exec('true', [], { timeoutMs: timeoutMs as number })).rejects.toMatchObject({
		code: 'EXEC_FAILED',
		message: expect.stringContaining('not a number above 0'),
	});
});
