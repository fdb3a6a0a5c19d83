import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { verifies } from '../verifies.ts';
import { openServer } from './open-server.ts';

/** Guards that do what the contract has no room for, and the cause that the denial gives. */
const guards = [
	["() => ({ decision: 'allow' })", 'invalid'],
	["() => ({ decision: 'block', reason: 'no' })", 'invalid'],
	["() => ({ block: true, reason: 'no', args: {} })", 'invalid'],
	["({ args }) => { args.command = 'echo hacked'; }", 'crash'],
] as const;

it.each(guards)('a guard %s denies as one that failed, in either kind of process', async (hook, cause) => {
	verifies('R82');
	const folder = mkdtempSync(join(tmpdir(), 'same-contract-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'odd.mjs');
	writeFileSync(path, `export default { name: 'odd', setup(my) { my.on('tool_call', ${hook}); } };`);
	for (const entry of [path, { path, isolation: 'process' }]) {
		const { decide } = await openServer(entry);
		expect(await decide('echo ran')).toMatchObject([{ by: 'odd', answer: 'block', cause }]);
	}
});
