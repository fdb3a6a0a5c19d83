import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { startCuttingProxy } from '../typescript-client/cutting-proxy.ts';
import { listeningServer, words } from '../typescript-client/talking-server.ts';

const root = join(import.meta.dirname, '../..');

function surroundings() {
	const home = mkdtempSync(join(tmpdir(), 'myelin-story-'));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const keys = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', OPENAI_API_KEY: '' };
	const places = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
	return { cwd: home, env: { ...process.env, ...keys, ...places, NO_COLOR: '1', MYELIN_COMMAND: serverPath } };
}

function program(story: string): string[] {
	const loader = import.meta.resolve('tsx');
	return ['--conditions=@myelin/source', '--import', loader, join(root, `examples/clients/${story}/${story}.ts`)];
}

async function play(story: string, ...args: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, [...program(story), ...args], surroundings());
	return stdout;
}

it.each([
	['print-deltas', /\S+[\s\S]*\n— stop, \d+ tokens\n$/],
	['veto-a-tool', /^careful: allow\nbash: ran\ncareful: block nothing is deleted\nbash: did not run\n$/],
	['define-a-tool', /^… looking for myelin\n\[ \{ type: 'text', text: 'myelin: the sheath of a nerve' \} \]\n$/],
	['rewrite-the-context', /said: .*sk-12345[\s\S]*the model saw: echo the key is \[hidden\]\n$/],
	['steer', /^waits: bash command="echo two"\nruns: echo one\nruns: echo two\nturns: 3\n$/],
	['fleet', /^20 sessions, 40 turns, 20 tool calls\n$/],
])('the story %s plays', async (story, said) => {
	expect(await play(story)).toMatch(said);
});

it('the story reconnect plays over a connection that is cut again and again', async () => {
	const { path, folder } = await listeningServer({ model: 'demo/demo' });
	const proxied = join(folder, 'proxy');
	const proxy = await startCuttingProxy(proxied, path);
	proxy.start(() => 2500);
	expect(await play('reconnect', proxied)).toBe(
		[1, 2, 3, 4, 5].map((round) => `round ${round}: whole true\n`).join(''),
	);
	expect(proxy.cuts).toBeGreaterThan(0);
});

it('the story server-sent-events plays: a browser that comes back misses nothing and sees nothing twice, and one of another session sees what is said now', async () => {
	const child = spawn(process.execPath, program('server-sent-events'), surroundings());
	onTestFinished(() => endOf(child));
	const [url] = await once(createInterface({ input: child.stdout }), 'line');
	const first = await fetch(`${url}/events`);
	expect(await (await fetch(`${url}/prompt`, { method: 'POST', body: 'who are you?' })).text()).toBe('stop\n');
	const frames = await readUntil(first, 'agent_end');
	const half = frames[Math.floor(frames.length / 2)];
	const again = await fetch(`${url}/events`, { headers: { 'last-event-id': String(half?.id) } });
	expect(await readUntil(again, 'agent_end')).toEqual(frames.slice(frames.findIndex(({ id }) => id === half?.id) + 1));
	expect(frames[0]?.event).toBe('agent_start');
	const strange = ['', 'abc', '-5', `${frames[0]?.id?.split(':')[0]}:-5`, 'another:1'];
	const browsers = strange.map((id) => fetch(`${url}/events`, { headers: { 'last-event-id': id } }));
	const opened = await Promise.all(browsers);
	await fetch(`${url}/prompt`, { method: 'POST', body: 'and now?' });
	for (const browser of opened) expect((await readUntil(browser, 'agent_end'))[0]?.event).toBe('agent_start');
});

it('a browser is told every one of twenty thousand words, in their order', async () => {
	const count = 20_000;
	const { env, cwd } = surroundings();
	mkdirSync(join(cwd, 'myelin'));
	const plugins = [join(root, 'test/typescript-client/fixtures/talker.mjs')];
	writeFileSync(join(cwd, 'myelin/settings.json'), JSON.stringify({ model: 'talker/talker', plugins }));
	const child = spawn(process.execPath, program('server-sent-events'), { env, cwd });
	onTestFinished(() => endOf(child));
	const [url] = await once(createInterface({ input: child.stdout }), 'line');
	const browser = await fetch(`${url}/events`);
	const prompted = fetch(`${url}/prompt`, { method: 'POST', body: `say ${count}` });
	const frames = await readUntil(browser, 'agent_end');
	expect(await (await prompted).text()).toBe('stop\n');
	const said = frames.flatMap(({ event, data }) => (event === 'message_update' ? [JSON.parse(data).delta] : []));
	expect(said.join('') === words(count)).toBe(true);
	const seqs = frames.map(({ id }) => Number(id?.split(':')[1]));
	expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
	expect(seqs.at(-1)).toBeGreaterThan(count);
});

async function endOf(child: ChildProcess): Promise<void> {
	const closed = once(child, 'close');
	child.kill();
	await closed;
}

/** The frames of a stream of server-sent events up to the first of a type. */
async function readUntil(response: Response, type: string) {
	const frames: { id: string | undefined; event: string | undefined; data: string }[] = [];
	let rest = '';
	const decoder = new TextDecoder();
	for await (const chunk of response.body ?? []) {
		const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
		rest = blocks.pop() ?? '';
		for (const block of blocks) {
			const [, id, event, data = ''] = /^id: (\S+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
			frames.push({ id, event, data });
			if (event === type) return frames;
		}
	}
	throw new Error(`the stream ended before a ${type}`);
}
