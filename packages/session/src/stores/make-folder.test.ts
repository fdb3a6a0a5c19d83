import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './make-folder.ts';

function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-folder-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

it('makes a folder and those above it, for its owner alone', () => {
	const folder = join(temporaryFolder(), 'a', 'b');
	expect(makeFolder(folder)).toBe(true);
	for (const made of [folder, join(folder, '..')]) expect(statSync(made).mode & 0o777).toBe(0o700);
	expect(makeFolder(folder)).toBe(false);
});

it.skipIf(process.platform !== 'linux')('ends where no folder can be made, and says so', () => {
	expect(() => makeFolder('/proc/nope/sessions')).toThrow("ENOENT: no such file or directory, mkdir '/proc/nope'");
});

it('says what is in the way', () => {
	const file = join(temporaryFolder(), 'file');
	writeFileSync(file, '');
	expect(() => makeFolder(file)).toThrow(`EEXIST: file already exists, mkdir '${file}'`);
	expect(() => makeFolder(join(file, 'below'))).toThrow(`ENOTDIR: not a directory, mkdir '${join(file, 'below')}'`);
});
