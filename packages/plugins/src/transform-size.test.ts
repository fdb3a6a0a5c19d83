import { expect, it } from 'vitest';
import { bashCall, hostFixture, userMessage } from './testing/host-fixture.ts';

const huge = 'h'.repeat(17 * 1024 * 1024);
const message =
	'its answer has more than 16777216 characters, which is the most that is carried; give less, or the name of a file that holds it';

it('what a hook makes of what a person says is left out where it is too large for an event, and the plugin is told of', async () => {
	const { host, plugin, scope, reported } = hostFixture();
	await plugin('wordy', (myelin) => void myelin.on('input', () => [huge]));
	const said = [userMessage('m1', 'hello')];
	expect(host.hooks.input({ how: 'prompt', messages: said }, scope)).toEqual(said);
	expect(reported).toEqual([{ type: 'plugin_error', plugin: 'wordy', hook: 'input-1', message }]);
});

it('a person may say more than that, and a hook may add to it', async () => {
	const { host, plugin, scope } = hostFixture();
	await plugin('adds', (myelin) => void myelin.on('input', ({ messages }) => [...messages, 'and more']));
	const left = await host.hooks.input({ how: 'prompt', messages: [userMessage('m1', huge)] }, scope);
	expect(left).toHaveLength(2);
});

it('arguments that are too large for an event deny the call', async () => {
	const { host, plugin, scope } = hostFixture();
	await plugin('wordy', (myelin) => void myelin.on('tool_args', () => ({ command: huge })));
	expect(() => host.hooks.toolArgs(bashCall('ls'), scope)).toThrow(message);
});

it('a summary that is too large for an event is left to the model', async () => {
	const { host, plugin, scope, reported } = hostFixture();
	await plugin('wordy', (myelin) => void myelin.on('compaction', () => ({ summary: huge })));
	expect(host.hooks.compaction({ reason: 'manual', messages: [userMessage('m1', 'hello')] }, scope)).toBeUndefined();
	expect(reported).toMatchObject([{ plugin: 'wordy', message }]);
});
