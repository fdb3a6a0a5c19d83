import type { ModelRequest } from '@myelin/core';
import { expect, it } from 'vitest';
import { hostFixture, userMessage } from './testing/host-fixture.ts';

const jsonSchema = { type: 'object', properties: { mode: { enum: ['a', 'b'] } } };
const request: ModelRequest = {
	systemPrompt: 'Be brief.',
	messages: [userMessage('m1', 'hi')] as ModelRequest['messages'],
	tools: [{ name: 'act', description: 'Acts.', jsonSchema }],
	thinkingLevel: 'off',
};

/** Tries each of these changes in place, whether or not it is let. */
const meddling: readonly ((asked: ModelRequest) => void)[] = [
	(asked) => void (asked.messages as unknown[]).push('more'),
	(asked) => void (asked.tools as unknown[]).pop(),
	(asked) => Object.assign(asked.tools[0] as object, { name: 'other' }),
	(asked) => Object.assign(asked.tools[0]?.jsonSchema.properties as object, { mode: { type: 'number' } }),
	(asked) => Object.assign(asked, { systemPrompt: 'Be long.' }),
];

it('a request cannot be changed behind anybody: neither what the model gets nor the tools themselves', async () => {
	const { host, plugin, scope } = hostFixture();
	const before = structuredClone(request);
	await plugin('meddler', (myelin) => {
		myelin.on('model_request', (asked) => {
			for (const change of meddling) expect(() => change(asked as ModelRequest)).toThrow(TypeError);
		});
	});
	const left = await host.hooks.modelRequest(request, scope);
	expect(structuredClone({ ...left })).toEqual(before);
	expect(jsonSchema.properties.mode).toEqual({ enum: ['a', 'b'] });
});
