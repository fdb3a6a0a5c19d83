import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');

/** Where a guard lives. */
export type Kind = 'in process' | 'process isolation' | 'TypeScript' | 'Python' | 'Go';

/** The entry of `plugins` that loads or starts a guard of this kind, named `guard`; `folder` is for what has to be built. */
export function guardOf(kind: Kind, folder: string): unknown {
	switch (kind) {
		case 'in process':
			return join(here, 'guard.ts');
		case 'process isolation':
			return { path: join(here, 'guard.ts'), isolation: 'process' };
		case 'TypeScript': {
			const options = ['--conditions=@myelin/source', '--import', join(root, 'node_modules/tsx/dist/esm/index.mjs')];
			return { name: 'guard', command: [process.execPath, ...options, join(here, 'guard-client.ts')] };
		}
		case 'Python':
			return {
				command: ['env', `PYTHONPATH=${pythonPath}`, 'PYTHONDONTWRITEBYTECODE=1', 'python3', script],
				name: 'guard',
			};
		case 'Go':
			return { command: [buildGo(folder)] };
	}
}

const script = join(here, 'guard.py');
const pythonPath = join(root, 'packages/clients/python/src');

/** Whether this machine has what a kind needs. */
export function has(kind: Kind): boolean {
	if (kind === 'Python') {
		return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;
	}
	return kind !== 'Go' || spawnSync('go', ['version']).status === 0;
}

function buildGo(folder: string): string {
	const program = join(folder, 'guard');
	const build = spawnSync('go', ['build', '-o', program, '.'], { cwd: join(here, 'go'), encoding: 'utf8' });
	if (build.status !== 0) throw new Error(`the Go guard does not build: ${build.stderr}`);
	return program;
}

/** A folder for one suite, and how to remove it. */
export function temporaryFolder(): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'fail-closed-'));
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
