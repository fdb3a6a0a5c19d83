import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collect, ofType } from '../typescript-client/open-client.ts';
import { verifies } from '../verifies.ts';
import { openServer } from './open-server.ts';

/** Tools that say how they want to be run; `meet` ends once two of it run at once, and `alone`, which asks a person meanwhile, says whether it is the only one. */
const plugin = `export default { name: 'tooler', setup(my) {
	const parameters = { type: 'object', properties: { word: { type: 'string' } } };
	const tool = (name, more) => my.registerTool({ name, description: 'Does ' + name, parameters, ...more });
	let here = 0;
	let all = () => {};
	const both = new Promise((resolve) => { all = resolve; });
	tool('meet', { concurrency: 'parallel', async execute() { if (++here === 2) all(); await both; return 'met'; } });
	let inside = 0;
	const alone = async (_args, { ui }) => {
		const now = ++inside;
		await ui.confirm({ title: 'Go on?' });
		inside--;
		return 'alone: ' + (now === 1);
	};
	tool('alone', { concurrency: 'exclusive', execute: alone });
	tool('unsaid', { execute: alone });
	tool('chosen', { concurrency: ({ word }) => (word === 'beside' ? 'parallel' : 'exclusive'), execute: alone });
	tool('slow', { timeoutMs: 20, execute: (_args, { signal }) => new Promise((_, reject) => {
		signal.addEventListener('abort', () => { console.error('slow was told to stop'); reject(signal.reason); });
	}) });
	tool('shown', { preview: async ({ word }, { sessionId, cwd, toolCallId, signal }) => {
		if (word === 'b') throw new Error('nothing to look at');
		return { word, sessionId, cwd, hasId: toolCallId.length > 0, isLive: !signal.aborted };
	}, execute: () => 'ran' });
	tool('endless', { timeoutMs: Infinity, execute: () => 'ended' });
} };`;

const calls = (name: string) => `${name} word="a" and ${name} word="b"`;

it('tools of a plugin are run as they say, in the server and in a process of its own', async () => {
	verifies('R82');
	const folder = mkdtempSync(join(tmpdir(), 'tools-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'tooler.mjs');
	writeFileSync(path, plugin);
	for (const entry of [path, { path, isolation: 'process' }]) {
		const { session, stderr, folder: cwd } = await openServer(entry);
		const texts = async (prompt: string) =>
			ofType(await collect(session.prompt(prompt)), 'tool_execution_end').map(
				({ result }) => (result.content[0] as { text: string }).text,
			);
		expect(await texts(calls('meet'))).toEqual(['met', 'met']);
		expect(await texts(calls('alone'))).toEqual(['alone: true', 'alone: true']);
		expect(await texts(calls('unsaid'))).toEqual(['alone: true', 'alone: true']);
		expect(await texts(calls('chosen'))).toEqual(['alone: true', 'alone: true']);
		expect(await texts('slow word="a"')).toEqual(['Timed out after 20 ms.']);
		expect(await texts('endless word="a"')).toEqual(['ended']);
		const events = await collect(session.prompt(calls('shown')));
		expect(ofType(events, 'tool_execution_update').map(({ kind, update }) => [kind, update])).toEqual([
			['preview', { word: 'a', sessionId: session.id, cwd, hasId: true, isLive: true }],
		]);
		expect(ofType(events, 'tool_execution_end').map(({ result }) => result.content[0])).toEqual([
			{ type: 'text', text: 'ran' },
			{ type: 'text', text: expect.stringMatching(/nothing to look at$/) },
		]);
		expect(stderr()).toContain('slow was told to stop');
		expect(stderr().includes('the tool chosen decides by its arguments whether it runs beside others')).toBe(
			typeof entry === 'object',
		);
	}
});

it('a tool whose manners are none is refused with the same words, in either kind of process', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'tools-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'odd.mjs');
	const odd = `{ name: 'odd', description: '', parameters: { type: 'object' }, timeoutMs: 0, execute: () => '' }`;
	writeFileSync(path, `export default { name: 'odd', setup(my) { my.registerTool(${odd}); } };`);
	for (const entry of [path, { path, isolation: 'process' }]) {
		const { myelin } = await openServer(entry);
		expect(await myelin.plugins()).toContainEqual(
			expect.objectContaining({
				name: 'odd',
				status: 'failed',
				lastError: expect.stringContaining(
					'the timeoutMs of the tool odd is 0, not a number of milliseconds above 0, or Infinity for no limit',
				),
			}),
		);
	}
});
