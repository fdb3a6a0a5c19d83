import type { JsonObject, Message } from '@myelin/core';
import { expect, it } from 'vitest';
import { touchedFiles } from './files.ts';

function call(name: string, args: JsonObject, isError = false): readonly Message[] {
	const id = `${name}-${JSON.stringify(args)}`;
	const common = { id, timestamp: 0 };
	return [
		{
			...common,
			role: 'assistant',
			model: { provider: 't', id: 'm' },
			content: [{ type: 'tool_call', id, name, args }],
		},
		{ ...common, role: 'tool', toolCallId: id, toolName: name, content: [], isError },
	];
}

it('lists what tools read and changed, the last one at the end, each once, and nothing of calls that failed', () => {
	const before = { read: ['old.ts', 'a.ts'], changed: ['b.ts'] };
	const messages = [
		...call('read', { path: 'c.ts' }),
		...call('read', { file_path: 'a.ts' }),
		...call('edit', { path: 'd.ts' }),
		...call('write', { path: 'e.ts' }, true),
		...call('bash', { path: 'f.ts' }),
		...call('toString', { path: 'g.ts' }),
		...call('read', { path: 7 }),
	];
	expect(touchedFiles(messages, before)).toEqual({ read: ['old.ts', 'c.ts', 'a.ts'], changed: ['b.ts', 'd.ts'] });
});

it('remembers the last hundred', () => {
	const messages = Array.from({ length: 150 }, (_, place) => call('read', { path: `${place}` })).flat();
	const { read } = touchedFiles(messages, { read: [], changed: [] });
	expect([read.length, read[0], read.at(-1)]).toEqual([100, '50', '149']);
});
