import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, startServer, temporaryFolder } from './raw-server.ts';

const guard = "myelin.on('tool_call', () => ({ block: true, reason: 'no' }));";

/** Plugins that never get up, each a file of its own. */
const broken: readonly (readonly [string, string | undefined])[] = [
	['is not there', undefined],
	['throws at load', "throw new Error('boom');"],
	[
		'throws in its setup after it registered a guard',
		`export default { name: 'p', setup(myelin) { ${guard} throw new Error('boom'); } };`,
	],
	[
		'names a point that there is not',
		"export default { name: 'p', setup(myelin) { myelin.on('tool_cal', () => {}); } };",
	],
	['is no plugin', 'export default () => {};'],
];

async function runTouch(options: readonly string[]) {
	const folder = temporaryFolder();
	const server = startServer(...options);
	const sessionId = await openSession(server, { cwd: folder });
	await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="touch ran"' });
	return { ran: existsSync(join(folder, 'ran')), events: server.events().map(({ event }) => event) };
}

describe('a plugin that was named and', () => {
	it.each(broken)('%s is a shut gate, and the session is told why', async (_how, code) => {
		verifies('R82');
		const path = join(temporaryFolder(), 'plugin.mjs');
		if (code !== undefined) writeFileSync(path, code);
		const { ran, events } = await runTouch(['--plugin', path]);
		expect(ran).toBe(false);
		expect(events.find(({ type }) => type === 'tool_decision')).toMatchObject({
			answer: 'block',
			decisions: [{ by: 'missing-plugins' }],
		});
		expect(events.find(({ type }) => type === 'notice').message).toContain(path);
	});

	it('dies before it is ready is a shut gate too', async () => {
		const settings = join(temporaryFolder(), 'settings.json');
		writeFileSync(
			settings,
			JSON.stringify({ plugins: [{ command: [process.execPath, '-e', 'process.exit(3)'], name: 'gone' }] }),
		);
		expect((await runTouch(['--settings', settings])).ran).toBe(false);
	});

	it('may be missing opens nothing else', async () => {
		const settings = join(temporaryFolder(), 'settings.json');
		writeFileSync(settings, JSON.stringify({ plugins: [{ path: './nope.ts', onFailure: 'allow' }] }));
		expect((await runTouch(['--settings', settings])).ran).toBe(true);
	});
});
