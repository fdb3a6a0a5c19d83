import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '@myelin/core';
import { countingIds, fakeClock, recordEvents, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

function talkingAgent() {
	const agent = new Agent({
		model: scriptedModel([saying('one two three')]),
		clock: fakeClock(),
		identify: countingIds(),
	});
	return { agent, recording: recordEvents(agent) };
}

describe('a listener', () => {
	it('that moves its heavy work elsewhere does not hold the stream', async () => {
		verifies('R78');
		const { agent, recording } = talkingAgent();
		const neverDone: Promise<void>[] = [];
		agent.subscribe(() => void neverDone.push(new Promise(() => {})));
		expect((await agent.prompt('go')).endReason).toBe('stop');
		expect(neverDone).toHaveLength(recording.events.length);
	});

	it('that catches its own errors leaves the run alone', async () => {
		verifies('R83');
		const { agent } = talkingAgent();
		const caught: unknown[] = [];
		agent.subscribe(() => {
			try {
				throw new Error('a view that broke');
			} catch (error) {
				caught.push(error);
			}
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop' });
		expect(caught.length).toBeGreaterThan(5);
	});

	it('is told both in its contract', () => {
		verifies('R78');
		verifies('R83');
		const contract = readFileSync(join(import.meta.dirname, '../../packages/core/src/emitter.ts'), 'utf8');
		expect(contract.replaceAll('\n * ', ' ')).toContain(
			"Heavy work is the listener's own to move elsewhere, and so are its errors to catch: what it throws fails the run.",
		);
	});
});
