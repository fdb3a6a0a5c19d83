import type { Model } from '@myelin/core';
import type { ToolSpec } from '../plugin.ts';
import type { hostFixture } from './host-fixture.ts';

export function tool(name: string): ToolSpec {
	return { name, description: 'x', parameters: { type: 'object' }, execute: () => 'done' };
}

export function model(provider: string, id: string): Model {
	return {
		provider,
		id,
		contextWindow: 1,
		maxOutputTokens: 1,
		capabilities: { thinking: false, images: false, tools: true },
		stream: () => {
			throw new Error('not called');
		},
	};
}

export function toolNames({ host }: ReturnType<typeof hostFixture>, sessionId = 's1'): string[] {
	return host.tools.tools(sessionId).map(({ name }) => name);
}
