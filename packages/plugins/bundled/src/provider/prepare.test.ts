import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '@myelin/plugins';
import { bareApi } from '@myelin/plugins/testing';
import { expect, it, onTestFinished } from 'vitest';
import { anthropic } from '../anthropic/plugin.ts';
import { openai } from '../openai/plugin.ts';

it.each([
	['anthropic', anthropic],
	['openai', openai],
])(
	'a model of %s is prepared without a key: the command that prints it is run at the first call',
	async (_name, plugin) => {
		const folder = mkdtempSync(join(tmpdir(), 'myelin-prepare-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const trace = join(folder, 'asked');
		const script = `require('node:fs').writeFileSync(${JSON.stringify(trace)}, ''); console.log('k')`;
		const models: Model[] = [];
		await plugin.setup(
			bareApi({
				settings: {
					baseUrl: 'http://127.0.0.1:9',
					apiKeyCommand: [process.execPath, '-e', script],
					models: [{ id: 'm' }],
				},
				registerModel(model) {
					models.push(model);
					return () => {};
				},
			}),
		);
		const [model] = models;
		await model?.prepare?.();
		expect(existsSync(trace)).toBe(false);
		const request = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;
		const chunks = model?.stream(request, new AbortController().signal)[Symbol.asyncIterator]();
		await expect(chunks?.next()).rejects.toMatchObject({ code: 'NETWORK' });
		expect(existsSync(trace)).toBe(true);
	},
);
