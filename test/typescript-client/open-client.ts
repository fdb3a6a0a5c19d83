import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Myelin, type SessionEvent, type SpawnOptions } from '@myelin/client';
import { onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';

/** Starts the bundled server for one test, in an empty home without a model's key; closed when the test is over. */
export async function openClient(options: SpawnOptions = {}): Promise<{ myelin: Myelin; folder: string }> {
	const folder = mkdtempSync(join(tmpdir(), 'typescript-client-'));
	const myelin = await Myelin.spawn({
		command: [process.execPath, serverPath],
		env: { HOME: folder, XDG_CONFIG_HOME: folder, ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', OPENAI_API_KEY: '' },
		clientInfo: { name: 'driver' },
		...options,
	});
	onTestFinished(async () => {
		await myelin.close();
		rmSync(folder, { recursive: true, force: true });
	});
	return { myelin, folder };
}

/** Takes events until the first of a type. */
export async function untilType<T extends SessionEvent['type']>(
	events: AsyncIterator<SessionEvent>,
	type: T,
): Promise<Extract<SessionEvent, { type: T }>> {
	for (;;) {
		const { done, value } = await events.next();
		if (done === true) throw new Error(`the stream ended before a ${type}`);
		if (value.type === type) return value as Extract<SessionEvent, { type: T }>;
	}
}

/** All events of a loop, in order. */
export async function collect(events: AsyncIterable<SessionEvent>): Promise<SessionEvent[]> {
	const seen: SessionEvent[] = [];
	for await (const event of events) seen.push(event);
	return seen;
}

/** The events of one type. */
export function ofType<T extends SessionEvent['type']>(
	events: readonly SessionEvent[],
	type: T,
): Extract<SessionEvent, { type: T }>[] {
	return events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
}
