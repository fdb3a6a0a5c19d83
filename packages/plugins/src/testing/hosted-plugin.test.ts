import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { calling, hostPlugin, saying } from './index.ts';

it('shows what a plugin does to a run, without a network and without a real tool', async () => {
	const hosted = await hostPlugin(
		{
			name: 'guard',
			setup(myelin) {
				myelin.log.info('deny', myelin.settings.word);
				myelin.on('tool_call', ({ args }) =>
					args.a === myelin.settings.word ? { block: true, reason: 'no' } : undefined,
				);
			},
		},
		{
			answers: [
				calling({ id: '1', name: 'x', args: { a: 'b' } }),
				calling({ id: '2', name: 'x', args: { a: 'c' } }),
				saying('done'),
			],
			settings: { word: 'b' },
			tools: { x: ({ a }) => `x of ${a}` },
		},
	);
	const events = await hosted.prompt('go');
	expect(events.at(-1)).toMatchObject({ type: 'agent_end', summary: { endReason: 'stop', toolErrors: 1 } });
	expect(hosted.ran).toEqual([{ name: 'x', args: { a: 'c' } }]);
	expect(hosted.shown.slice(-1)).toEqual(['x of c']);
	expect(hosted.requests).toHaveLength(3);
	expect(hosted.logged).toContain('[guard] deny b');
	expect(hosted.info()).toMatchObject({ name: 'guard', status: 'loaded' });
	await hosted.close();
	expect(hosted.info()).toMatchObject({ status: 'unloaded' });
});

it('says why a plugin cannot be loaded', async () => {
	await expect(hostPlugin('/no/such/plugin.ts', { answers: [] })).rejects.toThrow(
		/plugin was not loaded: .*cannot be read/,
	);
});

it('answers for the person what a plugin asks, and runs its commands', async () => {
	const hosted = await hostPlugin(
		{
			name: 'careful',
			setup(myelin) {
				myelin.on('tool_call', async (_call, { ui }) =>
					(await ui.confirm({ title: 'Run it?' })) ? undefined : { block: true, reason: 'you said no' },
				);
				myelin.registerCommand({ name: 'echo', description: 'Echoes.', run: (args) => args });
			},
		},
		{
			answers: [calling({ id: '1', name: 'bash' }), calling({ id: '2', name: 'bash' }), saying('done')],
			person: [true],
		},
	);
	await hosted.prompt('go');
	expect(hosted.ran).toHaveLength(1);
	expect(hosted.asked).toEqual([
		{ kind: 'confirm', plugin: 'careful', title: 'Run it?', default: false },
		{ kind: 'confirm', plugin: 'careful', title: 'Run it?', default: false },
	]);
	const decisions = hosted.events.flatMap((event) => (event.type === 'tool_decision' ? event.decisions : []));
	expect(decisions.map(({ answer, cause }) => [answer, cause])).toEqual([
		['allow', 'user'],
		['block', 'default'],
	]);
	await expect(hosted.command('echo', 'hi')).resolves.toEqual({ kind: 'action', text: 'hi' });
	await hosted.close();
});

it('waits for a guard that hangs until its time is over, in a process with nothing else to do', async () => {
	const script = `import { calling, hostPlugin, saying } from '@myelin/plugins/testing';
const answers = [calling({ id: '1', name: 'bash', args: {} }), saying('done')];
const plugin = { name: 'g', setup: (my) => void my.on('tool_call', () => new Promise(() => {}), { timeoutMs: 50 }) };
const hosted = await hostPlugin(plugin, { answers });
await hosted.prompt('go');
console.log(hosted.ran.length, hosted.shown.at(-1));
await hosted.close();`;
	const options = ['--import', 'tsx', '--conditions=@myelin/source', '--input-type=module', '--eval', script];
	const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: import.meta.dirname });
	expect(stdout).toMatch(/^0 .*the guard tool_call-1 of g has no answer: no answer within 50 ms/);
});

it('a plugin may bring the tool that stands there by default', async () => {
	const bash = { name: 'bash', description: 'x', parameters: { type: 'object' }, execute: () => 'its own' } as const;
	const hosted = await hostPlugin(
		{ name: 'shell', setup: (myelin) => void myelin.registerTool(bash) },
		{ answers: [calling({ id: '1', name: 'bash' }), saying('done')] },
	);
	await hosted.prompt('go');
	expect(hosted.shown.at(-1)).toBe('its own');
	expect(hosted.ran).toEqual([]);
	await hosted.close();
});
