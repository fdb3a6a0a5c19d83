import { readFileSync } from 'node:fs';
import { openai } from '@myelin/bundled';
import type { JsonObject } from '@myelin/plugins';
import { expect, it } from 'vitest';
import { modelsOf } from './model-call.ts';

it('the settings that docs/models.md shows give the models that it says', async () => {
	const page = readFileSync(new URL('../docs/models.md', import.meta.url), 'utf8');
	const [, json = ''] = /```json\n(.*?)```/s.exec(page.replace('"…"', '"key"')) ?? [];
	const { pluginSettings } = JSON.parse(json) as { pluginSettings: { openai: JsonObject } };
	const models = await modelsOf(openai, pluginSettings.openai);
	expect(models.filter(({ provider }) => provider !== 'openai')).toMatchObject([
		{ provider: 'ollama', id: 'qwen3' },
		{ provider: 'deepseek', id: 'deepseek-chat' },
		{
			provider: 'office',
			id: 'large',
			name: 'The large one',
			contextWindow: 200_000,
			maxOutputTokens: 16_000,
			capabilities: { thinking: true, images: false, tools: true },
		},
	]);
});
