import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { bashCall, hostFixture } from './testing/host-fixture.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'reload-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeGuard(reason: string, more = ''): string {
	const file = join(folder, 'guard.mjs');
	const hook = `myelin.on('tool_call', () => ({ block: true, reason: '${reason}' }), { hookId: 'gate' })`;
	writeFileSync(file, `export default { name: 'guard', setup(myelin) { ${hook}; ${more} } };`);
	return file;
}

it('a plugin is loaded anew from its file, in its place', async () => {
	const { host, scope, plugin } = hostFixture();
	await host.load(writeGuard('old'));
	await plugin('later', (myelin) => void myelin.on('tool_call', () => ({ block: true, reason: 'later' })));
	writeGuard('new');
	await expect(host.reload('guard')).resolves.toMatchObject({ status: 'loaded', hooks: [{ hookId: 'gate' }] });
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ by: 'guard', reason: 'new' }] });
	expect(host.list().map(({ name, status }) => [name, status])).toEqual([
		['guard', 'loaded'],
		['later', 'loaded'],
	]);
});

it('its guard denies while it is loaded anew', async () => {
	const { host, scope } = hostFixture();
	await host.load(writeGuard('old'));
	const reloaded = host.reload('guard');
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
		decisions: [{ answer: 'block', cause: 'disconnect', reason: expect.stringContaining('it is being loaded anew') }],
	});
	await reloaded;
});

it.each([
	['cannot be read', () => writeFileSync(join(folder, 'guard.mjs'), 'export default {')],
	['fails in setup', () => void writeGuard('new', `throw new Error('boom')`)],
	['has another name', () => writeFileSync(join(folder, 'guard.mjs'), `export default { name: 'g', setup() {} };`)],
])('its guard stays shut when what it became %s', async (_, change) => {
	const { host, scope } = hostFixture();
	await host.load(writeGuard('old'));
	change();
	await expect(host.reload('guard')).resolves.toMatchObject({ name: 'guard', status: 'lost' });
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ answer: 'block', by: 'guard' }] });
});

it('a guard that it does not register again is gone, and what is no file cannot be loaded anew', async () => {
	const { host, scope, plugin } = hostFixture();
	const file = writeGuard('old');
	await host.load(file);
	writeFileSync(file, `export default { name: 'guard', setup() {} };`);
	await host.reload('guard');
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	await plugin('inline', () => undefined);
	await expect(host.reload('inline')).rejects.toMatchObject({ code: 'NOT_RELOADABLE' });
	await expect(host.reload('nobody')).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
});

it('settings are what the schema makes of them, and a plugin whose settings do not fit is not loaded', async () => {
	const { host } = hostFixture({ pluginSettings: { fits: { words: 'a' }, odd: { words: 7 } } });
	const settings = z.object({ words: z.string(), limit: z.int().default(3) });
	const given: unknown[] = [];
	await host.add({ name: 'fits', settings, setup: (myelin) => void given.push(myelin.settings) }, 'test');
	expect(given).toEqual([{ words: 'a', limit: 3 }]);
	await expect(host.add({ name: 'odd', settings, setup: () => undefined }, 'test')).resolves.toMatchObject({
		status: 'failed',
		lastError: expect.stringMatching(/^setup: pluginSettings\.odd does not fit: .*words/),
	});
});

it('timers are undone when the plugin goes, and what they throw is reported and harms nobody', async () => {
	const { host, clock, plugin, news } = hostFixture();
	const rang: string[] = [];
	await plugin('clock', (myelin) => {
		myelin.after(10, () => void rang.push('once'));
		myelin.every(10, () => {
			rang.push('again');
			throw new Error('boom');
		});
		myelin.every(10, async () => Promise.reject(new Error('later')))();
		myelin.after(10, () => void rang.push('never'))();
	});
	await clock.advance(25);
	expect(rang).toEqual(['once', 'again', 'again']);
	expect(news.filter(({ type }) => type === 'plugin_error')).toEqual([
		{ type: 'plugin_error', plugin: 'clock', hook: 'timer', message: 'boom' },
		{ type: 'plugin_error', plugin: 'clock', hook: 'timer', message: 'boom' },
	]);
	await host.unload('clock');
	await clock.advance(100);
	expect(rang).toHaveLength(3);
	expect(clock.waiting).toBe(0);
});
