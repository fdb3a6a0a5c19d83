import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lock, takeLock } from './lock.ts';
import { isAlive, type Owner, thisProcess } from './owner.ts';

function folder(): string {
	return join(mkdtempSync(join(tmpdir(), 'myelin-')), 'lock');
}

function taken(path: string): Lock {
	const taking = takeLock(path);
	if (!('lock' in taking)) throw new Error(`held by ${taking.owner.pid}`);
	return taking.lock;
}

/** A lock in which these generations stand. */
function left(generations: Record<string, unknown>): string {
	const path = folder();
	mkdirSync(path);
	for (const [name, holder] of Object.entries(generations)) writeFileSync(join(path, name), JSON.stringify(holder));
	return path;
}

function deadOwner(): Owner {
	const { pid } = spawnSync(process.execPath, ['-e', '0']);
	return { ...thisProcess(), pid, startTime: '1' };
}

describe('a lock', () => {
	it('is held by one at a time, names its owner, and its generations only rise', () => {
		const path = folder();
		const lock = taken(path);
		expect(takeLock(path)).toEqual({ owner: thisProcess() });
		expect(lock.lostTo()).toBeUndefined();
		lock.release();
		expect(lock.lostTo()).toBe('nobody');
		const next = taken(path);
		expect(readdirSync(path)).toEqual(['3']);
		lock.release();
		expect(next.lostTo()).toBeUndefined();
	});

	it('of a process that has ended is taken over, as are one without content and half-made files', () => {
		const path = left({ '4': deadOwner(), '3': deadOwner(), 'draft-1-x': 'half' });
		const lock = taken(path);
		expect(readdirSync(path)).toEqual(['5']);
		expect(lock.lostTo()).toBeUndefined();
		const empty = left({});
		writeFileSync(join(empty, '7'), '');
		taken(empty);
		expect(readdirSync(empty)).toEqual(['8']);
	});

	it('is not taken by one who was passed by others between looking and taking', () => {
		const path = left({ '4': deadOwner() });
		let looks = 0;
		const taking = takeLock(path, () => {
			if (++looks > 1) return true;
			// Somebody takes it as 5 and gives it back as 6, and somebody else takes it as 7.
			rmSync(join(path, '4'));
			writeFileSync(join(path, '7'), JSON.stringify({ pid: 1234567 }));
			return false;
		});
		expect(taking).toEqual({ owner: { pid: 1234567 } });
		expect(readdirSync(path)).toEqual(['7']);
	});

	it('is lost to a newer generation, which its owner sees before it writes', () => {
		const path = folder();
		const lock = taken(path);
		writeFileSync(join(path, '2'), JSON.stringify({ pid: 1234567 }));
		expect(lock.lostTo()).toEqual({ pid: 1234567 });
		lock.release();
		expect(existsSync(join(path, '2'))).toBe(true);
	});

	it('is lost when its own generation is gone, also if another file has its name since', () => {
		const path = folder();
		const lock = taken(path);
		const again = left({ '1': 'nobody' });
		expect(existsSync(again)).toBe(true);
		spawnSync('mv', [join(again, '1'), join(path, '1')]);
		expect(lock.lostTo()).toBe('nobody');
	});
});

describe('an owner', () => {
	it('is alive under its number, start and boot alone', () => {
		const self = thisProcess();
		expect(isAlive(self)).toBe(true);
		expect(isAlive({ ...self, startTime: '1' })).toBe(false);
		expect(isAlive({ ...self, bootId: 'another boot' })).toBe(false);
		expect(isAlive(deadOwner())).toBe(false);
	});
});
