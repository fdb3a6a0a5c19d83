import { Agent, defineTool, ModelError } from '@myelin/core';
import {
	calling,
	checkGrammar,
	countingIds,
	fakeClock,
	recordEvents,
	replayHistory,
	saying,
	scriptedModel,
} from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

describe('the test kit', () => {
	it('plays a conversation that a test wrote down', async () => {
		// #region conversation
		const weather = defineTool({
			name: 'weather',
			description: 'Tells the weather of a city.',
			parameters: z.object({ city: z.string() }),
			execute: ({ city }) => `rain in ${city}`,
		});
		const model = scriptedModel([
			calling({ id: 'call_1', name: 'weather', args: { city: 'Bergen' } }),
			saying('Take an umbrella.'),
		]);
		const agent = new Agent({ model, tools: [weather], identify: countingIds() });
		const recording = recordEvents(agent);

		const summary = await agent.prompt('What should I wear in Bergen?');

		expect(summary).toMatchObject({ endReason: 'stop', turnCount: 2, toolCalls: 1, toolErrors: 0 });
		expect(model.requests[1]?.messages.at(-1)).toMatchObject({
			role: 'tool',
			content: [{ type: 'text', text: 'rain in Bergen' }],
		});
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(replayHistory([], recording.events)).toEqual(agent.state().messages);
		// #endregion
	});

	it('moves time by hand', async () => {
		// #region time
		const clock = fakeClock();
		const model = scriptedModel([[new ModelError('OVERLOADED', 'try later')], saying('Here I am.')]);
		const agent = new Agent({ model, clock, random: () => 0.5 });
		const recording = recordEvents(agent);

		const run = agent.prompt('Hello?');
		await clock.advance(249);
		expect(recording.types().at(-1)).toBe('retry');
		await clock.advance(1);

		expect(await run).toMatchObject({ endReason: 'stop' });
		// #endregion
	});

	it('lets a test interfere at each place where an agent waits for something outside', async () => {
		// #region interference
		for (let place = 1; place <= 3; place++) {
			let waits = 0;
			const agent = new Agent({
				model: scriptedModel([saying('one two three')]),
				clock: fakeClock(),
				onWait: () => {
					if (++waits === place) void agent.abort('by the test');
				},
			});
			const recording = recordEvents(agent);
			await agent.prompt('Hello?');
			expect(checkGrammar(recording.events)).toEqual([]);
		}
		// #endregion
	});

	it('has a model that never stops, one that is silent, one that breaks off, and one that ignores its signal', async () => {
		const ends = [];
		for (const step of [
			{ forever: [{ type: 'text_delta', index: 0, delta: 'on and ' }] },
			'silence',
			'break',
			{ deafSilence: true },
		] as const) {
			const clock = fakeClock();
			const agent = new Agent({
				model: scriptedModel([[step]]),
				clock,
				retry: { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 },
			});
			let updates = 0;
			agent.subscribe((event) => {
				if (event.type === 'message_update' && ++updates === 100) void agent.abort();
			});
			const run = agent.prompt('go');
			await clock.advance(60_000);
			if (agent.state().isRunning) void agent.abort();
			await clock.advance(2000);
			ends.push((await run).endReason);
		}
		expect(ends).toEqual(['aborted', 'aborted', 'error', 'aborted']);
	});

	it('fails a call beyond the script, so that a test notices', async () => {
		const agent = new Agent({ model: scriptedModel([]) });
		expect(await agent.prompt('go')).toMatchObject({
			error: { code: 'INVALID_REQUEST', message: 'the script has 0 answers, and this is call 1' },
		});
	});

	it('finds what is wrong with a stream', () => {
		expect(checkGrammar([{ type: 'agent_start' }, { type: 'turn_start' }])).toEqual(['the run is not closed']);
		expect(checkGrammar([{ type: 'turn_start' }])).toEqual([
			'event 0 (turn_start): the run is before',
			'the run is not begun',
		]);
	});
});
