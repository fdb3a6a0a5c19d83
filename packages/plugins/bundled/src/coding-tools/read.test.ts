import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resultText, runTool } from '../testing/run-tool.ts';
import { createReadTool } from './read.ts';

const tool = createReadTool({ allowOutside: false, outputs: '/nowhere' });
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let cwd: string;

beforeEach(async () => {
	cwd = await mkdtemp(join(tmpdir(), 'myelin-read-'));
});

describe('read', () => {
	it('gives a text file as it is', async () => {
		await writeFile(join(cwd, 'a.json'), '{\n  "name": "größe 🚀"\n}\n');
		const result = await runTool(tool, { path: 'a.json' }, { cwd });
		expect(resultText(result)).toBe('{\n  "name": "größe 🚀"\n}\n');
		expect(result.details).toEqual({ firstLine: 1, lastLine: 3, isWhole: true });
	});

	it('gives some lines and says how to read on', async () => {
		await writeFile(join(cwd, 'a.txt'), 'one\ntwo\nthree\nfour\n');
		const result = await runTool(tool, { path: 'a.txt', offset: 2, limit: 2 }, { cwd });
		expect(resultText(result)).toBe('two\nthree\n[lines 2 to 3; read on with offset=4]');
	});

	it('reads at most 2000 lines at once', async () => {
		await writeFile(join(cwd, 'long.txt'), 'x\n'.repeat(5000));
		expect(resultText(await runTool(tool, { path: 'long.txt' }, { cwd }))).toContain(
			'[lines 1 to 2000; read on with offset=2001]',
		);
	});

	it('keeps a character whole that stands on the edge of a block', async () => {
		await writeFile(join(cwd, 'edge.txt'), `${'a'.repeat(65_535 - 10_000)}\n${'b'.repeat(9_999)}🚀`);
		expect(resultText(await runTool(tool, { path: 'edge.txt', offset: 2 }, { cwd }))).toBe(`${'b'.repeat(9_999)}🚀`);
	});

	it('shows an image, whatever its name', async () => {
		await writeFile(join(cwd, 'picture.txt'), Buffer.from(png, 'base64'));
		const result = await runTool(tool, { path: 'picture.txt' }, { cwd });
		expect(result.content).toEqual([{ type: 'image', mimeType: 'image/png', data: png }]);
	});

	it('names what is wrong with a path', async () => {
		await mkdir(join(cwd, 'folder'));
		await writeFile(join(cwd, 'binary'), Buffer.from([1, 0, 2]));
		await writeFile(join(cwd, 'short.txt'), 'one\n');
		execFileSync('mkfifo', [join(cwd, 'pipe')]);
		const read = (args: { path: string; offset?: number }) => runTool(tool, args, { cwd });
		await expect(read({ path: 'missing.txt' })).rejects.toThrow('missing.txt does not exist');
		await expect(read({ path: 'folder' })).rejects.toThrow('folder is a folder; list it with ls');
		await expect(read({ path: 'binary' })).rejects.toThrow('binary is neither text nor an image');
		await expect(read({ path: 'pipe' })).rejects.toThrow('pipe is not a regular file');
		await expect(read({ path: 'short.txt', offset: 9 })).rejects.toThrow('short.txt has 1 lines; there is no line 9');
		await expect(read({ path: '/etc/hostname' })).rejects.toThrow('outside the workspace');
	});
});
