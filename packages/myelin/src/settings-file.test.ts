import {
	chmodSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Settings } from './settings.ts';
import { openSettingsFile } from './settings-file.ts';

function openIn(text?: string) {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-settings-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'deep', 'settings.json');
	const written: Settings[] = [];
	const file = openSettingsFile(text === undefined ? path : join(folder, 's.json'), (settings) =>
		written.push(settings),
	);
	if (text !== undefined) writeFileSync(join(folder, 's.json'), text);
	return { folder, path: text === undefined ? path : join(folder, 's.json'), file, written };
}

describe('a setting', () => {
	it('is read by its place, and absent where nothing is', async () => {
		const { file } = openIn('{ "model": "demo/echo", "pluginSettings": { "demo-model": { "delayMs": 5 } } }');
		expect(await file.read('model')).toBe('demo/echo');
		expect(await file.read('pluginSettings.demo-model.delayMs')).toBe(5);
		expect(await file.read('pluginSettings.none.delayMs')).toBe(undefined);
		expect(await file.read('model.length')).toBe(undefined);
		expect(await file.read('__proto__.constructor')).toBe(undefined);
	});

	it('is written where there was no file, for this user alone, and holds at once', async () => {
		const { file, path, written } = openIn();
		await file.write('model', 'demo/echo');
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ model: 'demo/echo' });
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(written).toEqual([{ model: { provider: 'demo', id: 'echo' }, plugins: [], pluginSettings: {} }]);
	});

	it('is changed and taken away without harm to its neighbours', async () => {
		const { file, path } = openIn('{ "model": "demo/echo", "pluginSettings": { "a": { "x": 1 } } }');
		await file.write('pluginSettings.a.y', [1, null]);
		await file.write('pluginSettings.b.z', true);
		await file.write('model', null);
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
			pluginSettings: { a: { x: 1, y: [1, null] }, b: { z: true } },
		});
	});

	it('keeps the mode of the file and the link to it', async () => {
		const { file, path, folder } = openIn('{}');
		chmodSync(path, 0o644);
		const link = join(folder, 'link.json');
		symlinkSync(path, link);
		await openSettingsFile(link, () => undefined).write('model', 'demo/echo');
		expect(await file.read('model')).toBe('demo/echo');
		expect(statSync(path).mode & 0o777).toBe(0o644);
		expect(readdirSync(folder).sort()).toEqual(['link.json', 's.json', 's.json.lock']);
	});

	it('is written after those that were asked for before', async () => {
		const { file, path } = openIn('{}');
		await Promise.all(['a', 'b', 'c'].map((name) => file.write(`pluginSettings.${name}`, { name })));
		expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).pluginSettings)).toEqual(['a', 'b', 'c']);
	});

	it('is changed in what another process has made of the file while this change was judged', async () => {
		const { path, written } = openIn('{}');
		let judged = 0;
		const file = openSettingsFile(
			path,
			(settings) => written.push(settings),
			async () => {
				if (judged++ === 0) writeFileSync(path, '{ "model": "demo/echo" }');
			},
		);
		await file.write('maxTurns', 3);
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ model: 'demo/echo', maxTurns: 3 });
		expect(judged).toBe(2);
		expect(written).toMatchObject([{ model: { provider: 'demo', id: 'echo' } }]);
	});
});

describe('nonsense', () => {
	it.each([
		['model', 'echo', ['model'], 'model: expected a text like "provider/id", found "echo"'],
		['model', { id: 'echo' }, ['model'], 'model: expected a text like "provider/id", found {"id":"echo"}'],
		['modle', 'demo/echo', ['modle'], 'modle: expected no such setting; there are model, plugins, pluginSettings, max'],
		['budget.tokens', 0.5, ['budget', 'tokens'], 'budget.tokens: expected a whole number above 0, found 0.5'],
		['pluginSettings.a', 3, ['pluginSettings', 'a'], 'pluginSettings.a: expected an object, found 3'],
		['plugins', ['a.ts', 7], ['plugins', 1], 'plugins[1]: expected a path'],
		['model.id', 'echo', ['model'], 'model.id cannot be set: model is "demo/echo", which has no members'],
	])(
		'as %s is refused with where it is, what was found and what belongs there, and nothing is written',
		async (key, value, place, reason) => {
			const before = '{ "model": "demo/echo" }';
			const { file, path, written } = openIn(before);
			await expect(file.write(key, value)).rejects.toMatchObject({
				code: 'INVALID_SETTING',
				message: expect.stringContaining(reason),
				data: { issues: [{ path: place, message: expect.stringContaining(reason) }] },
			});
			expect(readFileSync(path, 'utf8')).toBe(before);
			expect(written).toEqual([]);
		},
	);

	it('in the file is told, and never written over', async () => {
		const { file, path } = openIn('{ "model": ');
		await expect(file.read(undefined)).rejects.toMatchObject({ code: 'INVALID_SETTING' });
		await expect(file.write('model', 'demo/echo')).rejects.toMatchObject({ code: 'INVALID_SETTING' });
		expect(readFileSync(path, 'utf8')).toBe('{ "model": ');
	});

	it('is told where the file cannot be written, and nothing is left of the attempt', async () => {
		const { folder, path } = openIn('{}');
		const file = openSettingsFile(join(path, 'below', 'settings.json'), () => undefined);
		await expect(file.write('model', 'demo/echo')).rejects.toMatchObject({ code: expect.stringMatching(/SETTING/) });
		expect(readdirSync(folder)).toEqual(['s.json']);
	});
});
