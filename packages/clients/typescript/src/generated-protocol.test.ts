import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as generated from './generated/protocol.ts';

const functions: Readonly<Record<string, unknown>> = generated;

const samplesFile = join(import.meta.dirname, '../../../../test/wire-samples.jsonl');

function readSamples(): readonly { readonly definition: string; readonly value: unknown }[] {
	const lines = readFileSync(samplesFile, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The function that reads a definition, if it needs one: all others are what JSON gives. */
function parserOf(definition: string): ((data: generated.JsonObject) => unknown) | undefined {
	return functions[`parse${definition}`] as ((data: generated.JsonObject) => unknown) | undefined;
}

describe('reading the wire form', () => {
	const samples = readSamples()
		.filter(({ definition }) => parserOf(definition) !== undefined)
		.map(({ definition, value }) => [definition, value as generated.JsonObject] as const);

	it.each(samples)('%s becomes the same JSON again, unknown variants and members included', (definition, value) => {
		const { message, ...others } = value;
		const expected = definition === 'MessageUpdate' ? others : value;
		expect(JSON.parse(JSON.stringify(parserOf(definition)?.(value)))).toEqual(expected);
	});

	it('covers every union and all that holds one', () => {
		expect([...new Set(samples.map(([definition]) => definition))]).toEqual(
			Object.keys(functions)
				.filter((name) => name.startsWith('parse'))
				.map((name) => name.slice('parse'.length))
				.sort(),
		);
	});
});

describe('what this version does not know', () => {
	it('an event is an UnknownEvent', () => {
		const event = generated.parseSessionEvent({ type: 'weather', sky: 'blue' });
		expect(event).toMatchObject({ type: 'unknown', originalType: 'weather', raw: { type: 'weather', sky: 'blue' } });
		expect(event).toBeInstanceOf(generated.UnknownEvent);
	});

	it('a message is an UnknownMessage, wherever it stands', () => {
		const event = generated.parseSessionEvent({ type: 'message_start', message: { role: 'custom:note', id: 'm1' } });
		expect(event).toMatchObject({ message: { role: 'unknown', originalRole: 'custom:note' } });
	});

	it('a block is an UnknownBlock, wherever it stands', () => {
		const message = generated.parseMessage({ role: 'user', id: 'm1', timestamp: 1, content: [{ type: 'video' }] });
		expect(message).toMatchObject({ content: [{ type: 'unknown', originalType: 'video' }] });
	});
});

describe('the snapshot of an update', () => {
	const update = { type: 'message_update', delta: 'lo', deltaKind: 'text', contentIndex: 0 };
	const message: generated.AssistantMessage = {
		role: 'assistant',
		id: 'm1',
		timestamp: 1,
		content: [{ type: 'text', text: 'Hello' }],
		model: { provider: 'demo', id: 'echo' },
	};

	it('is built when it is first read, once', () => {
		let built = 0;
		const event = generated.parseMessageUpdate(update, () => {
			built += 1;
			return message;
		});
		expect(built).toBe(0);
		expect(event.message).toBe(message);
		expect(event.message).toBe(message);
		expect(built).toBe(1);
	});

	it('is no part of the JSON form, which is the delta', () => {
		expect(JSON.stringify(generated.parseMessageUpdate(update, () => message))).toBe(
			'{"type":"message_update","delta":"lo","deltaKind":"text","contentIndex":0}',
		);
	});

	it('is what was sent, if it was sent', () => {
		expect(generated.parseMessageUpdate({ ...update, message }).message).toEqual(message);
	});

	it('says what to do if nobody sent or builds it', () => {
		expect(() => generated.parseMessageUpdate(update).message).toThrow(
			'MessageUpdate.message was not sent; subscribe with it or give a function that builds it',
		);
	});
});

describe('types', () => {
	/** Compiles only if each case narrows to its own event and no case is missing. */
	function describeEvent(event: generated.SessionEvent): string {
		switch (event.type) {
			case 'message_update':
				return `${event.deltaKind} ${event.delta}`;
			case 'tool_execution_end':
				return event.result.content.map((block) => block.type).join();
			case 'unknown':
				return event.originalType;
			default:
				return event.type;
		}
	}

	it('a switch on the type narrows, an unknown event too', () => {
		expect(describeEvent(generated.parseSessionEvent({ type: 'weather' }))).toBe('weather');
		expect(describeEvent({ type: 'session_idle' })).toBe('session_idle');
	});
});
