import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { collect, ofType, untilType } from '../typescript-client/open-client.ts';
import { verifies } from '../verifies.ts';
import { guard, openServer } from './open-server.ts';

/** Whether a process is there and no zombie. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
	}
}

describe('a plugin in a process of its own', () => {
	it('vetoes, patches the context and offers tools as one in the server does, and its prints go to the log', async () => {
		verifies('R84');
		const { myelin, session, folder, decide, stderr } = await openServer(guard);
		expect(await decide('echo deny')).toMatchObject([
			{ by: 'guard', hookId: 'gate', answer: 'block', cause: 'policy', reason: `not in ${folder}` },
		]);
		expect(await decide('echo fine')).toMatchObject([{ by: 'guard', answer: 'allow' }]);
		const events = await collect(session.prompt('lookup word="myelin"'));
		expect(ofType(events, 'tool_execution_end')).toMatchObject([
			{ result: { content: [{ text: 'myelin was found by guard' }] } },
		]);
		expect(stderr()).toContain('[guard] a line on stdout is no message');
		const plugins = await myelin.plugins();
		expect(plugins.find(({ name }) => name === 'guard')).toMatchObject({
			status: 'loaded',
			hooks: [
				{ hookId: 'gate', point: 'tool_call', onFailure: 'deny' },
				{ hookId: 'context-2', point: 'context' },
			],
		});
	});

	it('that exits denies the call in flight and every other until it is back, which it is by itself', async () => {
		verifies('R81');
		const { session, folder, decide, pids } = await openServer(guard);
		const news = session.events()[Symbol.asyncIterator]();
		expect(await decide('exit')).toMatchObject([{ answer: 'block', cause: 'disconnect' }]);
		expect(await decide('touch trace')).toMatchObject([{ by: 'guard', answer: 'block', cause: 'disconnect' }]);
		expect(existsSync(join(folder, 'trace'))).toBe(false);
		await expect(untilType(news, 'plugin_status')).resolves.toMatchObject({ plugin: 'guard', status: 'lost' });
		await expect(untilType(news, 'plugin_status')).resolves.toMatchObject({ plugin: 'guard', status: 'loaded' });
		expect(pids()).toHaveLength(4);
		expect(isAlive(pids()[1] as number)).toBe(false);
	});

	it('that loops for ever is ended after five questions to one hook without an answer, and started again', async () => {
		const { session, decide } = await openServer(guard);
		const news = session.events()[Symbol.asyncIterator]();
		expect(await decide('spin')).toMatchObject([{ answer: 'block', cause: 'timeout' }]);
		await decide('spin');
		await decide('spin');
		for (const status of ['quarantined', 'lost', 'loaded']) {
			await expect(untilType(news, 'plugin_status')).resolves.toMatchObject({ plugin: 'guard', status });
		}
	});

	it('asks a person, and its decision says whether one answered', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'asking-')), 'asking.mjs');
		writeFileSync(
			file,
			`export default { name: 'asking', setup(myelin) {
				myelin.on('tool_call', async ({ args }, { ui }) => {
					if (args.command === 'free') return;
					const isFine = args.command === 'ask' ? await ui.confirm({ title: 'Run it?' }) : (await ui.input({ title: 'Why?', default: 'no' })) !== 'no';
					return isFine ? undefined : { block: true, reason: 'so it was said' };
				}, { timeoutMs: Infinity });
			} };`,
		);
		onTestFinished(() => rmSync(dirname(file), { recursive: true }));
		const { decide } = await openServer({ path: file, isolation: 'process' });
		expect(await decide('ask')).toMatchObject([{ by: 'asking', answer: 'allow', cause: 'user' }]);
		expect(await decide('free')).toMatchObject([{ by: 'asking', answer: 'allow', cause: 'policy' }]);
		expect(await decide('why')).toMatchObject([{ by: 'asking', answer: 'allow', cause: 'user' }]);
	});

	it('ends with the server, with all that it started', async () => {
		const { myelin, pids, decide } = await openServer(guard);
		await decide('echo');
		const [first, ...more] = pids();
		expect([first, ...more].map((pid) => isAlive(pid as number))).toEqual([true, true]);
		await myelin.close();
		expect(pids().map(isAlive)).toEqual([false, false]);
	});

	it.runIf(process.platform === 'linux')(
		'ends with a server that is killed, also while it loops for ever',
		async () => {
			const { session, pids, decide } = await openServer(guard);
			await decide('echo');
			const looping = session.prompt('bash command="spin"').result.catch((error: unknown) => error);
			await untilType(session.events()[Symbol.asyncIterator](), 'tool_execution_start');
			const [plugin = 0] = pids();
			const server = Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${plugin}/status`, 'utf8'))?.[1]);
			process.kill(server, 'SIGKILL');
			await expect(looping).resolves.toMatchObject({ code: 'PROCESS_EXITED' });
			await vi.waitFor(() => expect(pids().map(isAlive)).toEqual([false, false]), { timeout: 5000 });
		},
	);

	it('that cannot be started is reported, and harms nobody', async () => {
		const { myelin, decide, stderr } = await openServer({ command: ['no-such-program'], onFailure: 'allow' }, guard);
		expect(await decide('echo deny')).toMatchObject([{ by: 'guard', answer: 'block' }]);
		expect(await myelin.plugins()).toContainEqual(
			expect.objectContaining({
				name: 'no-such-program',
				status: 'failed',
				lastError: expect.stringContaining('its process exited with code 127'),
			}),
		);
		expect(stderr()).toContain('plugin no-such-program failed in load');
	});
});
