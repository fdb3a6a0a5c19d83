// What one text delta costs in the kernel, from the model's chunk to the last listener, beside the least that a loop over
// chunks and listeners can cost. Every cell runs in a process of its own.
import { Agent, type AgentEvent, type Model, type ModelChunk } from '@myelin/core';
import { answerCells, type Figure, fastest, heapInUse, withFigures } from './cell.ts';
import { judge, printTable, type Row } from './table.ts';

/** How many chunks one network read brings in a burst. */
const batchSize = 64;
const rounds = 12;

function chunksOf(deltas: number, size: number): readonly (readonly ModelChunk[])[] {
	const chunks: ModelChunk[] = Array.from({ length: deltas }, () => ({ type: 'text_delta', index: 0, delta: 'word' }));
	const batches: ModelChunk[][] = [];
	for (let from = 0; from < deltas; from += size) batches.push(chunks.slice(from, from + size));
	return [...batches, [{ type: 'done', stopReason: 'stop' }]];
}

function modelOf(batches: readonly (readonly ModelChunk[])[]): Model {
	return {
		id: 'bench',
		provider: 'bench',
		contextWindow: 1e6,
		maxOutputTokens: 1e6,
		capabilities: { thinking: false, images: false, tools: false },
		async *stream() {
			for (const batch of batches) yield batch;
		},
	};
}

/** A run with an agent of its own, so that no run has the history of the one before. */
async function promptOnce(model: Model, listeners: readonly ((event: AgentEvent) => void)[]): Promise<void> {
	const agent = new Agent({ model });
	for (const listener of listeners) agent.subscribe(listener);
	const { endReason } = await agent.prompt('go');
	if (endReason !== 'stop') throw new Error(`the run ended with ${endReason}`);
}

function counters(count: number): { listeners: (() => void)[]; heard: () => number } {
	let heard = 0;
	const listeners = Array.from({ length: count }, () => () => {
		heard++;
	});
	return { listeners, heard: () => heard };
}

async function kernelCell(deltas: number, listenerCount: number, size: number): Promise<number> {
	const model = modelOf(chunksOf(deltas, size));
	const { listeners, heard } = counters(listenerCount);
	const best = await fastest(deltas > 200_000 ? 3 : rounds, () => promptOnce(model, listeners));
	if (heard() < deltas * listenerCount) throw new Error('events are missing');
	return best / deltas;
}

/** The least: read, make an event, tell everybody, wait for those who want it. */
async function referenceCell(deltas: number, listenerCount: number, size: number): Promise<number> {
	const model = modelOf(chunksOf(deltas, size));
	const { listeners, heard } = counters(listenerCount);
	const tell: ((event: unknown) => unknown)[] = listeners;
	const run = async () => {
		let text = '';
		for await (const batch of model.stream(
			{ systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' },
			never,
		)) {
			for (const chunk of batch) {
				if (chunk.type !== 'text_delta') continue;
				text += chunk.delta;
				const event = { type: 'message_update', delta: chunk.delta, text };
				for (const listener of tell) {
					const waiting = listener(event);
					if (waiting instanceof Promise) await waiting;
				}
			}
		}
	};
	const best = await fastest(deltas > 200_000 ? 3 : rounds, run);
	if (heard() < deltas * listenerCount) throw new Error('events are missing');
	return best / deltas;
}

const never = new AbortController().signal;

async function serialisingCell(deltas: number): Promise<number> {
	const model = modelOf(chunksOf(deltas, batchSize));
	let length = 0;
	const listener = (event: AgentEvent) => {
		if (event.type === 'message_update') length += JSON.stringify(event).length;
	};
	const best = await fastest(rounds, () => promptOnce(model, [listener]));
	if (length === 0) throw new Error('nothing was serialised');
	return best / deltas;
}

async function heapCell(deltas: number): Promise<number> {
	const model = modelOf(chunksOf(deltas, batchSize));
	const kept: AgentEvent[] = [];
	const before = heapInUse();
	await promptOnce(model, [(event) => void kept.push(event)]);
	const after = heapInUse();
	return (after - before) / kept.length;
}

/** Milliseconds: the longest that timers had to wait while all deltas came in one read; the best of several runs. */
async function heldCell(deltas: number): Promise<number> {
	const model = modelOf(chunksOf(deltas, deltas));
	const { listeners } = counters(10);
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds; round++)
		best = Math.min(best, await longestWait(() => promptOnce(model, listeners)));
	return best;
}

async function longestWait(run: () => Promise<void>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let watching = true;
	const watch = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (watching) setImmediate(watch);
	};
	setImmediate(watch);
	await run();
	watching = false;
	return longest;
}

const cells = {
	kernel: kernelCell,
	reference: referenceCell,
	serialising: serialisingCell,
	heap: heapCell,
	held: heldCell,
};
if (!(await answerCells(cells))) await withFigures(import.meta.filename, report);

function report(figure: Figure): void {
	let failed = false;
	const judged = (what: string, value: number, target: number, digits: number, unit: string, beside: string): Row => {
		const verdict = judge(value, target);
		failed ||= verdict.failed;
		return { what, cells: [`${value.toFixed(digits)} ${unit}`, beside, `${target} ${unit}`, verdict.text] };
	};
	const perDelta = (what: string, listeners: number, size: number, target: number): Row => {
		const reference = figure('reference', 10_000, listeners, size);
		const kernel = figure('kernel', 10_000, listeners, size);
		const beside = `${reference.toFixed(0)} ns (× ${(kernel / reference).toFixed(1)})`;
		return judged(`${what}, ${listeners} listeners`, kernel, target, 0, 'ns', beside);
	};
	const growth = (from: number, to: number): Row => {
		const ratio = (to * figure('kernel', to, 1, batchSize)) / (from * figure('kernel', from, 1, batchSize));
		return judged(`time for ${to} deltas / ${from}`, ratio, 12, 1, '×', '');
	};
	const rows = [
		perDelta('in bursts', 1, batchSize, 500),
		perDelta('in bursts', 10, batchSize, 1000),
		perDelta('in bursts', 100, batchSize, 4000),
		perDelta('one at a time', 1, 1, 1500),
		perDelta('one at a time', 10, 1, 2000),
		perDelta('one at a time', 100, 1, 5000),
		growth(1000, 10_000),
		growth(10_000, 100_000),
		growth(100_000, 1_000_000),
		judged('serialised, 10 000 deltas', figure('serialising', 10_000), 1500, 0, 'ns', ''),
		judged('serialised, 100 000 deltas', figure('serialising', 100_000), 1500, 0, 'ns', ''),
		judged('heap of a kept event', figure('heap', 100_000), 400, 0, 'B', ''),
		judged('longest that timers waited', figure('held', 300_000), 10, 1, 'ms', ''),
	];
	printTable('kernel, a delta; the fastest of several runs', ['Myelin', 'bare loop', 'target', ''], rows);
	process.exitCode = failed ? 1 : 0;
}
