import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSession, startServer, temporaryFolder } from './raw-server.ts';

it('a server that is killed with -9 leaves no command of its tools running', async () => {
	const folder = temporaryFolder();
	execFileSync('mkfifo', [join(folder, 'life')]);
	const lifeIsOver = readFile(join(folder, 'life'));
	const server = startServer();
	const sessionId = await openSession(server, { cwd: folder });
	const command = 'exec 3> life; echo alive; trap true TERM HUP INT; (sleep 100) & sleep 100; sleep 100';
	const text = `bash command="${command}"`;
	void server.ask('session/prompt', { sessionId, promptId: 'p', text }).catch(() => undefined);
	await server.until(({ params }) => params?.event?.type === 'tool_execution_update');
	server.child.kill('SIGKILL');
	expect(await lifeIsOver).toEqual(Buffer.alloc(0));
});
