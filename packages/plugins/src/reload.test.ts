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

it('many reloads at once follow one another, and leave one plugin', async () => {
	const { host, scope } = hostFixture();
	await host.load(writeGuard('old'));
	writeGuard('new');
	const reloads = await Promise.all([1, 2, 3, 4].map(() => host.reload('guard')));
	expect(reloads.map(({ status }) => status)).toEqual(['loaded', 'loaded', 'loaded', 'loaded']);
	expect(host.list().map(({ name, status }) => [name, status])).toEqual([['guard', 'loaded']]);
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ by: 'guard', reason: 'new' }] });
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
	const { host, scope, plugin, news } = hostFixture();
	const file = writeGuard('old');
	await host.load(file);
	writeFileSync(file, `export default { name: 'guard', setup() {} };`);
	await host.reload('guard');
	const message = 'guard is back without what it guarded before: gate at tool_call; that is open from now on';
	expect(news.at(-1)).toEqual({ type: 'notice', level: 'warning', message });
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	await plugin('inline', () => undefined);
	await expect(host.reload('inline')).rejects.toMatchObject({ code: 'NOT_RELOADABLE' });
	await expect(host.reload('nobody')).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
});

it.each([
	['is not code', () => writeFileSync(join(folder, 'guard.mjs'), 'export default {')],
	['throws in its setup', () => void writeGuard('old', `throw new Error('boom')`)],
])('what failed when it was first loaded, since it %s, is loaded anew by its name', async (_, breakIt) => {
	const { host, scope } = hostFixture();
	breakIt();
	await expect(host.load(join(folder, 'guard.mjs'))).resolves.toMatchObject({ name: 'guard', status: 'failed' });
	writeGuard('mended');
	await expect(host.reload('guard')).resolves.toMatchObject({ name: 'guard', status: 'loaded' });
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ blocked: { reason: 'mended' } });
	await host.unload('guard');
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	await expect(host.reload('guard')).resolves.toMatchObject({ name: 'guard', status: 'loaded' });
	expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ blocked: { reason: 'mended' } });
	expect(host.list().map(({ name, status }) => [name, status])).toEqual([['guard', 'loaded']]);
});

it('a plugin is loaded anew from its own file, also when another file wanted its name', async () => {
	const { host } = hostFixture();
	const file = writeGuard('own');
	await host.load(file);
	await host.load(join(folder, 'elsewhere/guard.mjs'));
	await expect(host.reload('guard')).resolves.toMatchObject({ source: file, status: 'loaded' });
	await expect(host.reload('nobody')).rejects.toThrow('no plugin nobody is loaded; there are: guard');
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

it.each([
	[Number.NaN, 'NaN'],
	[-1, '-1'],
	[Number.POSITIVE_INFINITY, 'Infinity'],
	['5', '"5"'],
	[undefined, 'missing'],
])('a timer of %j milliseconds is refused', async (ms, shown) => {
	const { plugin, host, clock } = hostFixture();
	await plugin('after', (myelin) => void myelin.after(ms as number, () => {}));
	await plugin('every', (myelin) => void myelin.every(ms as number, () => {}));
	for (const { lastError } of host.list()) expect(lastError).toContain(`its time is ${shown}`);
	expect(clock.waiting).toBe(0);
});

it('a timer without a function is refused', async () => {
	const { plugin, host } = hostFixture();
	await plugin('after', (myelin) => void myelin.after(5, 'no function' as never));
	expect(host.list()).toMatchObject([{ status: 'failed', lastError: expect.stringContaining('not a function') }]);
});

const unreadable = 'it threw something that cannot be read';

function thrown(value: unknown): never {
	throw value;
}

it.each([
	[
		'throws',
		() => {
			throw new Error('boom');
		},
	],
	['rejects', () => Promise.reject(new Error('boom'))],
	['throws something unreadable', () => thrown(Object.create(null)), unreadable],
	['rejects with something unreadable', () => Promise.reject(Object.create(null)), unreadable],
])(
	'a timer that always %s is stopped after five times, and its plugin is quarantined',
	async (_, action, text = 'boom') => {
		const { plugin, host, clock, news } = hostFixture();
		await plugin('tick', (myelin) => void myelin.every(1, action));
		await clock.advance(100);
		expect(news.filter(({ type }) => type === 'plugin_error')).toHaveLength(5);
		expect(clock.waiting).toBe(0);
		expect(host.list()).toMatchObject([{ name: 'tick', status: 'quarantined', lastError: `timer: ${text}` }]);
		expect(news.at(-1)).toMatchObject({
			status: 'quarantined',
			message: 'a timer failed 5 times in a row and was stopped',
		});
	},
);

it('a timer that fails now and then goes on', async () => {
	const { plugin, host, clock } = hostFixture();
	let rang = 0;
	await plugin(
		'tick',
		(myelin) =>
			void myelin.every(1, () => {
				if (++rang % 5 !== 0) throw new Error('boom');
			}),
	);
	await clock.advance(50);
	expect(rang).toBe(50);
	expect(host.list()).toMatchObject([{ status: 'loaded' }]);
});

it.each([
	['throws after its guard', `myelin.on('tool_call', () => undefined); throw new Error('boom')`],
	[
		'throws after another guard',
		`myelin.on('tool_call', () => undefined, { hookId: 'other' }); throw new Error('boom')`,
	],
])('what %s is one row, with its error', async (_, setup) => {
	const { host } = hostFixture();
	const file = writeGuard('old');
	await host.load(file);
	writeFileSync(file, `export default { name: 'guard', setup(myelin) { ${setup}; } };`);
	await expect(host.reload('guard')).resolves.toMatchObject({ name: 'guard', status: 'lost', lastError: 'boom' });
	expect(host.list()).toMatchObject([{ name: 'guard', status: 'lost', lastError: 'boom' }]);
});

it('what guards nothing and cannot be loaded anew has failed, until it is mended', async () => {
	const { host } = hostFixture();
	const file = join(folder, 'plain.mjs');
	const sound = `export default { name: 'plain', setup() {} };`;
	writeFileSync(file, sound);
	await host.load(file);
	writeFileSync(file, `export default { name: 'plain', setup() { throw new Error('boom'); } };`);
	await expect(host.reload('plain')).resolves.toMatchObject({ status: 'failed', lastError: 'load: boom' });
	writeFileSync(file, sound);
	await expect(host.reload('plain')).resolves.toMatchObject({ status: 'loaded' });
	expect(host.list()).toMatchObject([{ name: 'plain', status: 'loaded' }]);
});
