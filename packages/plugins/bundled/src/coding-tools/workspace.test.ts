import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { outputsFor } from './output-folder.ts';
import { pathInWorkspace, type Workspace } from './workspace.ts';

const closed: Workspace = { allowOutside: false, outputs: '/nowhere' };
let base: string;
let cwd: string;

beforeEach(async () => {
	base = await realpath(await mkdtemp(join(tmpdir(), 'myelin-workspace-')));
	cwd = join(base, 'project');
	await mkdir(join(cwd, 'src'), { recursive: true });
	await writeFile(join(base, 'secret.txt'), 'secret');
	await writeFile(join(cwd, 'src', 'a.txt'), 'a');
});

describe('pathInWorkspace', () => {
	it('takes relative paths from the working folder', async () => {
		expect(await pathInWorkspace('src/a.txt', cwd, closed)).toBe(join(cwd, 'src', 'a.txt'));
		expect(await pathInWorkspace('.', cwd, closed)).toBe(cwd);
	});

	it.each(['../secret.txt', 'src/../../secret.txt', '/etc/passwd', '~/x', '..'])('refuses %s', async (path) => {
		await expect(pathInWorkspace(path, cwd, closed)).rejects.toThrow(`is outside the workspace ${cwd}`);
	});

	it('refuses a link that leads out, and says where it leads', async () => {
		await symlink(join(base, 'secret.txt'), join(cwd, 'innocent.txt'));
		await expect(pathInWorkspace('innocent.txt', cwd, closed)).rejects.toThrow(`leads to ${join(base, 'secret.txt')}`);
	});

	it('refuses a linked folder on the way, a link to nothing outside, and what would be new behind either', async () => {
		await symlink(base, join(cwd, 'up'));
		await symlink(join(base, 'not-yet.txt'), join(cwd, 'dangling'));
		await expect(pathInWorkspace('up/secret.txt', cwd, closed)).rejects.toThrow('outside');
		await expect(pathInWorkspace('up/new/file.txt', cwd, closed)).rejects.toThrow('outside');
		await expect(pathInWorkspace('dangling', cwd, closed)).rejects.toThrow('outside');
	});

	it('is not fooled by a sibling whose name begins alike', async () => {
		await mkdir(join(base, 'project-two'));
		await expect(pathInWorkspace('../project-two', cwd, closed)).rejects.toThrow('outside');
	});

	it('takes a name inside that begins with two dots', async () => {
		expect(await pathInWorkspace('..hidden', cwd, closed)).toBe(join(cwd, '..hidden'));
	});

	it('works in a working folder that is itself a link', async () => {
		await symlink(cwd, join(base, 'alias'));
		expect(await pathInWorkspace('src/a.txt', join(base, 'alias'), closed)).toBe(join(cwd, 'src', 'a.txt'));
	});

	it('lets everything through where outside is allowed', async () => {
		const secret = join(base, 'secret.txt');
		expect(await pathInWorkspace(secret, cwd, { ...closed, allowOutside: true })).toBe(secret);
	});

	it('lets long outputs of this folder’s commands be read, and no other’s', async () => {
		const outputs = join(base, 'outputs');
		const own = join(outputsFor(cwd, outputs), 'a.txt');
		expect(await pathInWorkspace(own, cwd, { ...closed, outputs })).toBe(own);
		const others = join(outputsFor(base, outputs), 'a.txt');
		await expect(pathInWorkspace(others, cwd, { ...closed, outputs })).rejects.toThrow('is outside the workspace');
		await expect(pathInWorkspace(outputs, cwd, { ...closed, outputs })).rejects.toThrow('is outside the workspace');
	});
});
