import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

function sleeper() {
	const child = spawn('sleep', ['100'], { detached: true, stdio: 'ignore' });
	onTestFinished(() => void child.kill('SIGKILL'));
	return { child, pid: child.pid ?? 0, ended: once(child, 'exit') };
}

it('of a process that is killed, the groups that it had not removed are killed, and no others', async () => {
	const [first, removed, last, later] = [sleeper(), sleeper(), sleeper(), sleeper()];
	const source = fileURLToPath(new URL('./group-watch.ts', import.meta.url));
	const program = `
		import { GroupWatch } from ${JSON.stringify(source)};
		const watch = new GroupWatch();
		for (const pid of ${JSON.stringify([first.pid, removed.pid, last.pid])}) watch.add(pid);
		watch.remove(${removed.pid});
		watch.add(${later.pid});
		setImmediate(() => process.kill(process.pid, 'SIGKILL'));`;
	const run = promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
	await expect(run).rejects.toMatchObject({ signal: 'SIGKILL' });
	expect(await Promise.all([first, last, later].map(({ ended }) => ended))).toEqual(
		[1, 2, 3].map(() => [null, 'SIGKILL']),
	);
	expect(removed.child.exitCode ?? removed.child.signalCode).toBe(null);
});
