import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calling, hostPlugin, saying } from '@myelin/plugins/testing';

const plugin = new URL('./index.ts', import.meta.url);

test('a command that deletes does not run, and the model is told why', async () => {
	const hosted = await hostPlugin(plugin, {
		answers: [calling({ id: 'c1', name: 'bash', args: { command: 'rm -rf build' } }), saying('I may not.')],
	});
	await hosted.prompt('clean up');
	assert.deepEqual(hosted.ran, []);
	assert.match(hosted.shown.at(-1) ?? '', /deleting is off here/);
	await hosted.close();
});

test('every other command runs', async () => {
	const hosted = await hostPlugin(plugin, {
		answers: [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('Done.')],
	});
	await hosted.prompt('look around');
	assert.deepEqual(hosted.ran, [{ name: 'bash', args: { command: 'ls' } }]);
	await hosted.close();
});
