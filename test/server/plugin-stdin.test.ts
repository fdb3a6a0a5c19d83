import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSession, startServer, temporaryFolder } from './raw-server.ts';

const codes = [
	['listens to standard input', `process.stdin.on('data', () => {}); process.stdin.pause();`],
	['sets its encoding', `process.stdin.setEncoding('utf8');`],
	['takes away all listeners', `process.stdin.removeAllListeners();`],
	['destroys it', `process.stdin.destroy();`],
	['reads lines of it and closes them', `createInterface({ input: process.stdin }).close();`],
	['asks on it', `createInterface({ input: process.stdin, output: process.stdout }).question('sure? ', () => {});`],
	['imports it', `stdin.setEncoding('utf8'); stdin.removeAllListeners();`],
	['gives it to a child', `spawn('cat', { stdio: [process.stdin, 'ignore', 'ignore'] });`],
] as const;
const cases = codes.flatMap(([what, code]) => [
	{ what, code, isolation: 'none' },
	{ what, code, isolation: 'process' },
]);

it.each(cases)('a plugin (isolation: $isolation) that $what harms nothing: both sides go on', async (plugin) => {
	const { code, isolation } = plugin;
	const file = join(temporaryFolder(), 'reader.mjs');
	writeFileSync(
		file,
		`import { spawn } from 'node:child_process';
		import { stdin } from 'node:process';
		import { createInterface } from 'node:readline';
		export default { name: 'reader', setup(myelin) { myelin.on('agent_start', () => { ${code} }); } };`,
	);
	const entry = isolation === 'none' ? { path: file } : { path: file, isolation };
	const server = startServer('--plugin', JSON.stringify(entry));
	const sessionId = await openSession(server);
	const { result } = await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'hi' });
	expect(result.summary).toMatchObject({ endReason: 'stop' });
	const { plugins } = (await server.ask('plugins/list')).result;
	expect(plugins.at(-1)).toMatchObject({ name: 'reader', status: 'loaded' });
	expect(plugins.at(-1)).not.toHaveProperty('lastError');
	expect(await server.end()).toBe(0);
});

it('a plugin finds standard input at its end', async () => {
	const file = join(temporaryFolder(), 'reader.mjs');
	writeFileSync(
		file,
		`export default { name: 'reader', setup(myelin) {
			myelin.on('agent_end', async (_event, { notify }) => {
				let text = '';
				for await (const chunk of process.stdin) text += chunk;
				notify('read ' + JSON.stringify(text));
			});
		} };`,
	);
	const server = startServer('--plugin', file);
	const sessionId = await openSession(server);
	await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'hi' });
	const { params } = await server.until((message) => message.params?.event?.type === 'notice');
	expect(params.event.message).toBe('read ""');
	expect(await server.end()).toBe(0);
});
