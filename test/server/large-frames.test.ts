import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, startServer, temporaryFolder, type Wire } from './raw-server.ts';

const maxFrame = 65_536;

const shouting = `export default { name: 'shouting', setup(myelin) {
	myelin.registerTool({ name: 'shout', description: 'Shouts.', parameters: { type: 'object' }, execute: () => 'A'.repeat(200_000) });
} };`;

it('a plugin whose words no message holds cuts nobody off: events, entries and answers fit, and say what is not there', async () => {
	verifies('R81');
	const path = join(temporaryFolder(), 'shouting.mjs');
	writeFileSync(path, shouting);
	const server = startServer('--plugin', path, '--max-frame', String(maxFrame));
	const sessionId = await openSession(server);
	const { result } = await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'shout {}' });
	expect(result.summary).toMatchObject({ endReason: 'stop', toolCalls: 1, toolErrors: 0 });
	const end = server.received.find(({ params }) => params?.event?.type === 'tool_execution_end')?.params;
	expect(end.leftOut).toBe(true);
	expect(end.event.result.content[0].text).toMatch(/^A{4096}\n\[… 195904 characters left out …\]$/);

	const entries: Wire[] = [];
	for (let after: number | undefined = 0; after !== undefined; ) {
		const page: Wire = await server.ask('session/entries', { sessionId, after });
		entries.push(...page.result.entries);
		after = page.result.next;
	}
	expect(entries.filter(({ type }) => type === 'message')).toHaveLength(4);
	const kept = entries.filter(({ type }) => type === 'tool_execution');
	expect(kept).toMatchObject([{ leftOut: true, data: { toolName: 'shout' } }]);

	const sizes = server.received.map((message) => Buffer.byteLength(JSON.stringify(message)));
	expect(Math.max(...sizes)).toBeLessThanOrEqual(maxFrame);
	expect(await server.end()).toBe(0);
});
