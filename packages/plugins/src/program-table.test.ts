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
