import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deferred, hostFixture } from './testing/host-fixture.ts';

it('files that are read side by side are set up in the order of loading, and what is wrong with one is told when it is loaded', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'prefetch-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const paths = ['slow', 'broken', 'quick'].map((name) => join(folder, `${name}.mjs`));
	const [slow = '', broken = '', quick = ''] = paths;
	const code = (name: string) => `export default { name: '${name}', setup(myelin) { myelin.log.info('set up'); } };`;
	const read = deferred<void>();
	onTestFinished(() => void Reflect.deleteProperty(globalThis, 'quickIsRead'));
	Object.assign(globalThis, { quickIsRead: read });
	writeFileSync(slow, `await globalThis.quickIsRead.promise; ${code('slow')}`);
	writeFileSync(broken, 'export default {');
	writeFileSync(quick, `globalThis.quickIsRead.resolve(); ${code('quick')}`);
	const { host, logged, news } = hostFixture();
	host.prefetch(paths);
	for (const path of paths) await host.load(path);
	expect(logged.filter((line) => line.includes('set up'))).toEqual(['info: [slow] set up', 'info: [quick] set up']);
	expect(host.list().map(({ name, status }) => [name, status])).toEqual([
		['slow', 'loaded'],
		['broken', 'failed'],
		['quick', 'loaded'],
	]);
	expect(news.filter(({ type }) => type === 'plugin_error')).toMatchObject([{ plugin: 'broken', hook: 'load' }]);
});
