// What a turn with a tool costs in process, how that grows with history, and what long arguments cost. Every cell runs in a
// process of its own; the bare loop beside it calls the same model and the same tool.
import { Agent, type Model, type ModelChunk, type Tool } from '@myelin/core';
import { answerCells, type Figure, fastest, heapInUse, withFigures } from './cell.ts';
import { judge, printTable, type Row } from './table.ts';

const never = new AbortController().signal;
const nothing = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;

const count: Tool = {
	name: 'count',
	description: 'Counts.',
	jsonSchema: { type: 'object' },
	concurrency: 'parallel',
	parse: (args) => ({ ok: true, args }),
	execute: ({ n }) => `${n}`,
};

/** Asks for the tool so many times, and then stops; `mark` hears each request. */
function callingModel(turns: number, mark: (turn: number) => void = () => {}): Model {
	let turn = 0;
	return modelOf(async function* () {
		mark(turn);
		if (turn++ >= turns) {
			yield [{ type: 'done', stopReason: 'stop' }];
			return;
		}
		yield [
			{ type: 'tool_call_start', index: 0, id: `call_${turn}`, name: 'count' },
			{ type: 'tool_call_delta', index: 0, delta: `{"n":${turn}}` },
			{ type: 'done', stopReason: 'tool_use' },
		];
	});
}

/** One call whose arguments come in pieces of five characters. */
function writingModel(length: number): Model {
	const text = JSON.stringify({ text: 'x'.repeat(length) });
	const pieces: ModelChunk[] = [{ type: 'tool_call_start', index: 0, id: 'call_1', name: 'count' }];
	for (let from = 0; from < text.length; from += 5) {
		pieces.push({ type: 'tool_call_delta', index: 0, delta: text.slice(from, from + 5) });
	}
	const batches: ModelChunk[][] = [];
	for (let from = 0; from < pieces.length; from += 64) batches.push(pieces.slice(from, from + 64));
	let called = false;
	return modelOf(async function* () {
		const stopReason = called ? 'stop' : 'tool_use';
		const pending = called ? [] : batches;
		called = true;
		yield* pending;
		yield [{ type: 'done', stopReason }];
	});
}

function modelOf(stream: () => AsyncGenerator<readonly ModelChunk[]>): Model {
	return {
		id: 'bench',
		provider: 'bench',
		contextWindow: 1e6,
		maxOutputTokens: 1e6,
		capabilities: { thinking: false, images: false, tools: true },
		stream,
	};
}

function agentOf(model: Model): Agent {
	const agent = new Agent({ model, tools: [count], maxTurns: Number.POSITIVE_INFINITY });
	agent.subscribe(() => {});
	return agent;
}

async function promptAll(agent: Agent): Promise<void> {
	const { endReason, toolErrors } = await agent.prompt('go');
	if (endReason !== 'stop' || toolErrors > 0) throw new Error(`the run ended with ${endReason}, ${toolErrors} errors`);
}

/** Nanoseconds a turn. */
async function turnCell(turns: number): Promise<number> {
	return (await fastest(Math.ceil(20_000 / turns), () => promptAll(agentOf(callingModel(turns))))) / turns;
}

/** The least: read the model, parse, call the tool, keep both messages. */
async function bareTurnCell(turns: number): Promise<number> {
	const run = async () => {
		const model = callingModel(turns);
		const history: unknown[] = [];
		for (let done = false; !done; ) {
			done = true;
			let text = '';
			for await (const batch of model.stream(nothing, never)) {
				for (const chunk of batch) if (chunk.type === 'tool_call_delta') text += chunk.delta;
			}
			if (text === '') break;
			done = false;
			const args = JSON.parse(text);
			history.push(
				{ role: 'assistant', args },
				{ role: 'tool', result: await count.execute(args, undefined as never) },
			);
		}
	};
	return (await fastest(8, run)) / turns;
}

/** How much longer the last tenth of the turns took than the first, the best of several runs. */
async function growthCell(turns: number): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	await promptAll(agentOf(callingModel(turns)));
	for (let round = 0; round < 6; round++) {
		const marks: number[] = [];
		const model = callingModel(turns, (turn) => {
			if (turn % (turns / 10) === 0) marks.push(performance.now());
		});
		await promptAll(agentOf(model));
		const [start = 0, first = 0] = marks;
		const [last = 0, end = 0] = marks.slice(-2);
		best = Math.min(best, (end - last) / (first - start));
	}
	return best;
}

/** Bytes that an agent keeps of each turn. */
async function heapCell(turns: number): Promise<number> {
	const agent = agentOf(callingModel(turns));
	const before = heapInUse();
	await promptAll(agent);
	const after = heapInUse();
	if (agent.state().messages.length < turns) throw new Error('messages are missing');
	return (after - before) / turns;
}

/** Nanoseconds per piece of arguments of so many characters. */
async function argumentsCell(length: number): Promise<number> {
	return (await fastest(5, () => promptAll(agentOf(writingModel(length))))) / (length / 5);
}

/** The least for the same: read, join, parse once. */
async function bareArgumentsCell(length: number): Promise<number> {
	const run = async () => {
		let text = '';
		for await (const batch of writingModel(length).stream(nothing, never)) {
			for (const chunk of batch) if (chunk.type === 'tool_call_delta') text += chunk.delta;
		}
		return JSON.parse(text);
	};
	return (await fastest(5, run)) / (length / 5);
}

const cells = {
	turn: turnCell,
	bareTurn: bareTurnCell,
	growth: growthCell,
	heap: heapCell,
	arguments: argumentsCell,
	bareArguments: bareArgumentsCell,
};
if (!(await answerCells(cells))) await withFigures(import.meta.filename, report);

function report(figure: Figure): void {
	let failed = false;
	const judged = (what: string, value: number, target: number, digits: number, unit: string, beside: string): Row => {
		const verdict = judge(value, target);
		failed ||= verdict.failed;
		return { what, cells: [`${value.toFixed(digits)} ${unit}`, beside, `${target} ${unit}`, verdict.text] };
	};
	const turn = (turns: number): Row =>
		judged(
			`a turn with a tool, of ${turns}`,
			figure('turn', turns) / 1000,
			15,
			1,
			'µs',
			`${(figure('bareTurn', turns) / 1000).toFixed(1)} µs`,
		);
	const megabyte = 1_000_000;
	const perPiece = figure('arguments', megabyte);
	const rows = [
		turn(100),
		turn(1000),
		turn(3000),
		judged('last tenth of 3000 turns / first', figure('growth', 3000), 1.3, 2, '×', ''),
		judged('heap kept a turn, of 3000', figure('heap', 3000), 1024, 0, 'B', ''),
		judged(
			'1 MB of arguments, a piece of 5',
			perPiece,
			1000,
			0,
			'ns',
			`${figure('bareArguments', megabyte).toFixed(0)} ns`,
		),
		judged('the same / of 100 KB', perPiece / figure('arguments', megabyte / 10), 1.5, 2, '×', ''),
	];
	printTable('tools, in process; the best of several runs', ['Myelin', 'bare loop', 'target', ''], rows);
	process.exitCode = failed ? 1 : 0;
}
