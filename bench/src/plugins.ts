// What plugins add: to an event that they observe, to a tool call that they guard, to the messages that they patch; beside a bare call
// of the same functions and beside what the kernel spends on a delta or a tool turn. Every cell runs in a process of its own.
import { Agent, type Message, type ToolCall } from '@myelin/core';
import { saying, scriptedModel } from '@myelin/core/testing';
import type { PluginApi } from '@myelin/plugins';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import type { HookScope } from '@myelin/session';
import { answerCells, type Figure, fastest, withFigures } from './cell.ts';
import { judge, printTable, type Row } from './table.ts';

const calls = 20_000;
const rounds = 10;
const silent = () => undefined;
const { signal } = new AbortController();
const scope: HookScope = { sessionId: 's1', cwd: '/', signal, report: silent };

/** A host with as many plugins, each set up by `setup`. */
async function hostOf(count: number, setup: (myelin: PluginApi) => void): Promise<PluginHost> {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	for (let place = 0; place < count; place++) await host.add({ name: `plugin-${place}`, setup }, 'bench');
	return host;
}

/** Nanoseconds per call. */
async function perCall(call: () => unknown, times = calls): Promise<number> {
	const best = await fastest(rounds, async () => {
		for (let done = 0; done < times; done++) {
			const answer = call();
			if (answer instanceof Promise) await answer;
		}
	});
	return best / times;
}

const delta = { type: 'message_update', delta: 'word', deltaKind: 'text', contentIndex: 0 } as const;

async function observeCell(observers: number): Promise<number> {
	let heard = 0;
	const host = await hostOf(observers, (myelin) => void myelin.on('message_update', () => void heard++));
	const envelope = { sessionId: 's1', seq: 1, prev: 0, at: 1, event: delta } as never;
	const cost = await perCall(() => host.hooks.observe(envelope, scope));
	if (heard < calls * observers) throw new Error('events are missing');
	return cost;
}

async function bareObserveCell(observers: number): Promise<number> {
	let heard = 0;
	const listeners = Array.from({ length: observers }, () => (_event: object, _context: object) => void heard++);
	return perCall(() => {
		const event = Object.freeze({ ...delta });
		for (const listener of listeners) listener(event, { sessionId: 's1', cwd: '/', signal });
		return heard < 0;
	});
}

const call: ToolCall = Object.freeze({
	toolCallId: 'c1',
	toolName: 'bash',
	args: Object.freeze({ command: 'ls -la' }),
});
const guard = ({ toolName, args }: ToolCall) =>
	toolName === 'bash' && /\brm\b/.test(String(args.command)) ? ({ block: true, reason: 'no' } as const) : undefined;

async function vetoCell(guards: number, isAsync: number): Promise<number> {
	const hook = isAsync === 1 ? async (asked: ToolCall) => guard(asked) : guard;
	const host = await hostOf(guards, (myelin) => void myelin.on('tool_call', hook));
	return perCall(() => host.hooks.toolCall(call, scope));
}

async function bareVetoCell(guards: number, isAsync: number): Promise<number> {
	const hook = isAsync === 1 ? async (asked: ToolCall) => guard(asked) : guard;
	const all = Array.from({ length: guards }, () => hook);
	return perCall(async () => {
		const decisions: object[] = [];
		for (const ask of all) {
			const from = performance.now();
			const asked = ask(call);
			const verdict = asked instanceof Promise ? await asked : asked;
			decisions.push({ verdict, durationMs: performance.now() - from });
		}
		return decisions;
	});
}

function history(count: number): readonly Message[] {
	return Array.from({ length: count }, (_, place) =>
		Object.freeze({ id: `m${place}`, role: 'user', timestamp: 1, content: [{ type: 'text', text: 'hello there' }] }),
	) as readonly Message[];
}

async function contextCell(messages: number): Promise<number> {
	const host = await hostOf(
		1,
		(myelin) => void myelin.on('context', () => ({ append: ['It is noon.'], drop: ['m7'] })),
	);
	const request = { messages: history(messages), systemPrompt: '', thinkingLevel: 'off' } as const;
	return perCall(() => host.hooks.context(request, scope), 500);
}

async function bareContextCell(messages: number): Promise<number> {
	const list = history(messages);
	const added = { id: 'n', role: 'user', timestamp: 1, content: [{ type: 'text', text: 'It is noon.' }] } as const;
	return perCall(() => Object.freeze([...list.filter(({ id }) => id !== 'm7'), added]), 500);
}

/** What the kernel spends on a run of one short answer: what plugins add is to be small beside it. */
async function runCell(): Promise<number> {
	return fastest(50, async () => {
		await new Agent({ model: scriptedModel([saying('word')]) }).prompt('go');
	});
}

function row(what: string, cost: number, bare: number, run: number, limit: number): Row & { failed: boolean } {
	const ratio = cost / bare;
	const verdict = judge(ratio, limit);
	const cells = [
		`${Math.round(cost)} ns`,
		`${Math.round(bare)} ns`,
		ratio.toFixed(1),
		limit.toFixed(0),
		(cost / run).toFixed(3),
	];
	return { what, cells: [...cells, verdict.text], failed: verdict.failed };
}

function report(figure: Figure): void {
	const run = figure('run');
	const rows = [
		...[1, 10, 100].map((count) =>
			row(`an event with ${count} observing`, figure('observe', count), figure('bareObserve', count), run, 15),
		),
		row('a veto with 10 guards', figure('veto', 10, 0), figure('bareVeto', 10, 0), run, 4),
		row('a veto with 10 async guards', figure('veto', 10, 1), figure('bareVeto', 10, 1), run, 8),
		row('a context patch over 1 000 messages', figure('context', 1000), figure('bareContext', 1000), run, 30),
	];
	printTable('plugins, per call', ['with the host', 'bare', '× bare', 'target', '× a run', ''], rows);
	console.log(`an event that nobody observes: ${figure('observe', 0).toFixed(1)} ns (target 40)`);
	if (rows.some(({ failed }) => failed) || figure('observe', 0) > 80) process.exitCode = 1;
}

const cells = {
	observe: observeCell,
	bareObserve: bareObserveCell,
	veto: vetoCell,
	bareVeto: bareVetoCell,
	context: contextCell,
	bareContext: bareContextCell,
	run: runCell,
};
if (!(await answerCells(cells as never))) await withFigures(import.meta.filename, report);
