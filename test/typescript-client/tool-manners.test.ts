import type { SessionEvent, ToolContext, ToolSpec } from '@myelin/client';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { collect, ofType, openClient, untilType } from './open-client.ts';

const parameters = { type: 'object', properties: { word: { type: 'string' } } };
const both = 'one word="a" and two word="b"';
const said = (events: readonly SessionEvent[]) =>
	ofType(events, 'tool_execution_end').map(({ result }) => result.content[0]);
const text = (words: string) => ({ type: 'text', text: words });

/** A session with the tools `one` and `two`, which do the same. */
async function withTools(manners: Partial<ToolSpec>, execute: (name: string, context: ToolContext) => Promise<string>) {
	const { myelin, folder } = await openClient();
	for (const name of ['one', 'two'])
		myelin.tool({
			name,
			description: `Does ${name}`,
			parameters,
			...manners,
			execute: (_args, context) => execute(name, context),
		});
	return { myelin, session: await myelin.createSession({ cwd: folder }) };
}

it('two tools of a program never overlap unless they say that they may run beside others', async () => {
	const trace: string[] = [];
	const { myelin, session } = await withTools({}, async (name) => {
		trace.push(`${name} begins`);
		// Had the server asked for the other one too, it would have done so before it answers this.
		await myelin.status();
		trace.push(`${name} ends`);
		return name;
	});
	expect(said(await collect(session.prompt(both)))).toEqual([text('one'), text('two')]);
	expect(trace).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('two parallel tools of a program run at once', async () => {
	const running = new Set<string>();
	let meet = () => {};
	const met = new Promise<void>((resolve) => {
		meet = resolve;
	});
	const { session } = await withTools({ concurrency: 'parallel' }, async (name) => {
		if (running.add(name).size === 2) meet();
		await met;
		return 'met';
	});
	expect(said(await collect(session.prompt(both)))).toEqual([text('met'), text('met')]);
});

it.each([
	[{ timeoutMs: 20 }, 'Timed out after 20 ms.'],
	[{ timeoutMs: Number.POSITIVE_INFINITY, onInterjection: 'cancel' }, 'Cancelled: the user interjected.'],
] as const)('a tool of a program with %o is cut short, and its signal aborts', async (manners, why) => {
	let stop: (value: unknown) => void = () => {};
	const stopped = new Promise((resolve) => {
		stop = resolve;
	});
	const { session } = await withTools(
		manners,
		(_name, { signal }) =>
			new Promise(() => {
				signal.addEventListener('abort', stop);
				if ('onInterjection' in manners) session.steer('wait');
			}),
	);
	const run = session.prompt('one word="a"');
	const end = await untilType(run[Symbol.asyncIterator](), 'tool_execution_end');
	expect(end).toMatchObject({ isError: true, result: { content: [text(why)] } });
	await stopped;
	await run.result;
});

it('what a tool of a program is about to do is shown before it is judged, and a preview that throws is the result', async () => {
	const shown: string[] = [];
	const preview: ToolSpec['preview'] = ({ word }, { toolCallId }) => {
		if (word === 'b') throw new Error('nothing to look at');
		shown.push(toolCallId);
		return { diff: `+${word}` };
	};
	const { session } = await withTools({ preview }, async (name) => name);
	session.onToolCall(({ toolName }) => void shown.push(toolName));
	const events = await collect(session.prompt(both));
	expect(ofType(events, 'tool_execution_update')).toMatchObject([{ kind: 'preview', update: { diff: '+a' } }]);
	expect(shown).toEqual([ofType(events, 'tool_execution_start')[0]?.toolCallId, 'one']);
	expect(said(events)).toEqual([text('one'), text('The client failed at "tool/preview": nothing to look at')]);
});

it('a tool of a program whose terms are none is refused, and the next prompt says so', async () => {
	const { session } = await withTools({ timeoutMs: -1 }, async (name) => name);
	await expect(session.prompt(both).result).rejects.toMatchObject({
		code: 'HOOK_REJECTED',
		message: 'the server refused "one": timeoutMs: expected minimum 0, found -1',
	});
});

it.each([
	['a date', z.date(), 'Date'],
	['a map', z.map(z.string(), z.string()), 'Map'],
	['a big number', z.bigint(), 'BigInt'],
])('a tool of a program that takes %s, which has no JSON form, is refused by its name', async (_what, word, kind) => {
	const { myelin } = await openClient();
	const offer = () =>
		myelin.tool({ name: 'when', description: 'd', parameters: z.object({ word }), execute: () => '' });
	expect(offer).toThrow(
		expect.objectContaining({
			name: 'MyelinError',
			code: 'HOOK_REJECTED',
			message: `the parameters of the tool "when" cannot be told to a model as JSON Schema: ${kind} cannot be represented in JSON Schema`,
		}),
	);
});
