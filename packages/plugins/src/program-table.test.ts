import { expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { PluginProgram } from './isolation.ts';
import { createProgramTable } from './program-table.ts';

const program: PluginProgram = { name: 'guard', command: ['python3', 'guard.py'], cwd: '/work/project' };
const running = () => ({ ready: Promise.resolve(), stop: async () => undefined });

it('a program is ready once it has said so, and no other is for having its name, its command or its folder', async () => {
	verifies('R82');
	const table = createProgramTable();
	await table.add(program, running);
	expect(table.isReady(program)).toBe(false);
	table.markReady('guard');
	expect(table.isReady({ ...program })).toBe(true);
	for (const other of [{ name: 'other' }, { command: ['python3', 'guard.py', 'x'] as const }, { cwd: '/work' }])
		expect(table.isReady({ ...program, ...other } as PluginProgram)).toBe(false);
	await table.restart('guard');
	expect(table.isReady(program)).toBe(false);
	table.markReady('guard');
	await table.stop('guard');
	expect(table.isReady(program)).toBe(false);
});

it('a program that its recheck refuses is ended, not started anew, and not ready; it may be tried again', async () => {
	verifies('R82');
	const table = createProgramTable();
	const starts: string[] = [];
	const start = () => {
		starts.push('start');
		return { ready: Promise.resolve(), stop: async () => void starts.push('stop') };
	};
	const answers = [Promise.reject(new Error('it has changed')), Promise.resolve()];
	await table.add(program, start, () => answers.shift() as Promise<void>);
	table.markReady('guard');
	await expect(table.restart('guard')).rejects.toThrow('it has changed');
	expect(table.isReady(program)).toBe(false);
	expect(starts).toEqual(['start', 'stop']);
	await table.restart('guard');
	expect(starts).toEqual(['start', 'stop', 'stop', 'start']);
});
