import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Myelin } from '@myelin/client';
import { expect, it, onTestFinished } from 'vitest';
import { untilType } from '../typescript-client/open-client.ts';
import { listeningServer } from '../typescript-client/talking-server.ts';
import { openServer } from './open-server.ts';

const plugin = `export default { name: 'commander', setup(my) {
	my.registerCommand({ name: 'greet', description: 'Greets.', argumentHint: 'NAME', async run(args, { sessionId, cwd, notify, ui }) {
		notify('looking');
		return [args, sessionId.length > 0, cwd, await ui.confirm({ title: 'Greet?' })].join('|');
	} });
	my.registerCommand({ name: 'quiet', description: 'Says nothing.', run() {} });
	my.registerCommand({ name: 'stumble', description: 'Fails.', run() { throw new Error('boom'); } });
	my.registerCommand({ name: 'count', description: 'Answers nonsense.', run: () => 7 });
	my.registerCommand({ name: 'slow', description: 'Hangs.', timeoutMs: 20, run: () => new Promise(() => {}) });
	my.registerPrompt({ name: 'review', description: 'Reviews.', template: 'Review $1.' });
} };`;

it('a plugin has the same commands, with the same ends, in the server and in a process of its own', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'commands-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'commander.mjs');
	writeFileSync(path, plugin);
	for (const entry of [path, { path, isolation: 'process' }]) {
		const { session, folder: cwd } = await openServer(entry);
		const told = session.events()[Symbol.asyncIterator]();
		expect((await session.commands()).map(({ name, plugin: of, kind }) => `${name} ${of} ${kind}`)).toEqual([
			'greet commander action',
			'quiet commander action',
			'stumble commander action',
			'count commander action',
			'slow commander action',
			'review commander prompt',
		]);
		expect(await session.runCommand('greet', 'Ada  L')).toEqual({ kind: 'action', text: `Ada  L|true|${cwd}|true` });
		expect(await untilType(told, 'notice')).toMatchObject({ level: 'info', message: 'looking' });
		expect(await session.runCommand('quiet')).toEqual({ kind: 'action' });
		expect(await session.runCommand('review', 'a.ts')).toEqual({ kind: 'prompt', text: 'Review a.ts.' });
		for (const [name, why] of [
			['stumble', 'boom'],
			['count', '7'],
			['slow', 'no answer within 20 ms'],
		] as const)
			await expect(session.runCommand(name)).rejects.toMatchObject({
				code: 'COMMAND_FAILED',
				message: expect.stringMatching(new RegExp(`the command ${name} of commander failed: .*${why}`)),
			});
	}
});

it("a program's commands are run for others on a socket, and are gone when it takes them back", async () => {
	const { path, folder } = await listeningServer();
	const [owner, other] = await Promise.all(
		['owner', 'other'].map((name) => Myelin.connect(path, { clientInfo: { name } })),
	);
	onTestFinished(async () => void (await Promise.all([owner?.close(), other?.close()])));
	const session = await owner?.createSession({ cwd: folder });
	const remove = session?.command({ name: 'greet', description: 'Greets.', run: (args) => `hello ${args}` });
	await remove?.registered;
	const seen = await other?.openSession(session?.id ?? '');
	expect(await seen?.runCommand('greet', 'Ada')).toEqual({ kind: 'action', text: 'hello Ada' });
	const refused = session?.command({ name: 'Greet Me', description: '', run: () => {} });
	await expect(refused?.registered).rejects.toMatchObject({ code: 'HOOK_REJECTED' });
	await refused?.();
	await remove?.();
	expect(await seen?.commands()).toEqual([]);
});
