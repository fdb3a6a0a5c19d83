// What the model providers cost beside the least that reads the same HTTP stream: read, split, parse. The streams come from a
// process of their own, and every cell runs in another.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { anthropic, openai } from '@myelin/bundled';
import type { Model, ModelRequest } from '@myelin/core';
import type { Plugin } from '@myelin/plugins';
import { bareApi } from '@myelin/plugins/testing';
import { answerCells, type Figure, fastest, withFigures } from './cell.ts';
import { judge, median, printTable, type Row } from './table.ts';

const apis = ['messages', 'chat'] as const;
const kinds = ['text', 'arguments'] as const;
const plugins: readonly Plugin[] = [anthropic, openai];
const calls = 100;
/** Characters of each delta that `stream-server` sends. */
const deltaLength = 20;

const signal = new AbortController().signal;
const request: ModelRequest = {
	systemPrompt: 'Be brief.',
	messages: [{ id: 'u', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'go' }] }],
	tools: [],
	thinkingLevel: 'off',
};

/** How many deltas came, and milliseconds until the first one. */
interface Reading {
	readonly deltas: number;
	readonly firstMs: number;
}

type Reader = () => Promise<Reading>;

const urlOf = (port: number, api: number, kind: number, count: number) =>
	`http://127.0.0.1:${port}/${apis[api]}/${kinds[kind]}/${count}`;

async function providerReader(port: number, api: number, kind: number, count: number): Promise<Reader> {
	const models: Model[] = [];
	const undo = () => {};
	await (plugins[api] as Plugin).setup(
		bareApi({
			settings: { baseUrl: urlOf(port, api, kind, count), apiKey: 'none' },
			registerModel: (model) => {
				models.push(model);
				return undo;
			},
		}),
	);
	const model = models[0] as Model;
	return async () => {
		const since = performance.now();
		let deltas = 0;
		let firstMs = 0;
		for await (const chunks of model.stream(request, signal)) {
			for (const chunk of chunks) {
				// Pieces of arguments that came together may be one.
				if (chunk.type === 'text_delta' || chunk.type === 'tool_call_delta') deltas += chunk.delta.length / deltaLength;
			}
			if (firstMs === 0 && deltas > 0) firstMs = performance.now() - since;
		}
		return { deltas, firstMs };
	};
}

function bareReader(port: number, api: number, kind: number, count: number): Reader {
	const url = urlOf(port, api, kind, count);
	return async () => {
		const since = performance.now();
		const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
		const decoder = new TextDecoder();
		let rest = '';
		let deltas = 0;
		let firstMs = 0;
		for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
			const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
			rest = events.pop() ?? '';
			for (const event of events) {
				const data = event.slice(event.indexOf('data: ') + 6);
				if (data !== '[DONE]' && isDelta(JSON.parse(data))) deltas += 1;
			}
			if (firstMs === 0 && deltas > 0) firstMs = performance.now() - since;
		}
		return { deltas, firstMs };
	};
}

function isDelta(event: {
	type?: string;
	choices?: readonly { delta: object; finish_reason: string | null }[];
}): boolean {
	return event.type === 'content_block_delta' || event.choices?.[0]?.finish_reason === null;
}

async function readerOf(isBare: number, port: number, api: number, kind: number, count: number): Promise<Reader> {
	return isBare === 1 ? bareReader(port, api, kind, count) : await providerReader(port, api, kind, count);
}

/** Nanoseconds a delta. */
async function timeCell(isBare = 0, port = 0, api = 0, kind = 0, count = 0): Promise<number> {
	const read = await readerOf(isBare, port, api, kind, count);
	const best = await fastest(count > 20_000 ? 8 : 15, async () => {
		const { deltas } = await read();
		if (deltas < count) throw new Error(`${count - deltas} deltas are missing`);
	});
	return best / count;
}

/** Milliseconds from the call to its first delta, the median of many. */
async function firstCell(isBare = 0, port = 0, api = 0): Promise<number> {
	const read = await readerOf(isBare, port, api, 0, 5);
	const times: number[] = [];
	for (let call = 0; call < 2 * calls; call += 1) times.push((await read()).firstMs);
	return median(times.slice(calls));
}

/** Megabytes that the process took at most while it read the stream once. */
async function memoryCell(isBare = 0, port = 0, api = 0, count = 0): Promise<number> {
	const read = await readerOf(isBare, port, api, 0, count);
	await (await readerOf(isBare, port, api, 0, 5))();
	const before = process.memoryUsage.rss() / 1024 ** 2;
	await read();
	return process.resourceUsage().maxRSS / 1024 - before;
}

if (!(await answerCells({ time: timeCell, first: firstCell, memory: memoryCell }))) {
	const server = fork(join(import.meta.dirname, 'peers/stream-server.ts'), { execArgv: ['--import', 'tsx'] });
	const [port] = (await once(server, 'message')) as [number];
	await withFigures(import.meta.filename, (figure) => report(figure, port));
	server.disconnect();
}

function report(figure: Figure, port: number): void {
	let failed = false;
	const row = (what: string, cells: readonly string[], ratio: number, target: number): Row => {
		const verdict = judge(ratio, target);
		failed ||= verdict.failed;
		return { what, cells: [...cells, String(target), verdict.text] };
	};
	const rate = (what: string, api: number, kind: number, target: number): Row => {
		const [ours, bare] = [0, 1].map((isBare) => figure('time', isBare, port, api, kind, 20_000)) as [number, number];
		const perSecond = (ns: number) => `${(1e6 / ns).toFixed(0)} k/s`;
		return row(what, [perSecond(ours), perSecond(bare), `× ${(ours / bare).toFixed(2)}`], ours / bare, target);
	};
	const first = (what: string, api: number, target: number): Row => {
		const [ours, bare] = [0, 1].map((isBare) => figure('first', isBare, port, api)) as [number, number];
		const ms = (value: number) => `${value.toFixed(2)} ms`;
		return row(what, [ms(ours), ms(bare), `+ ${ms(ours - bare)}`], ours - bare, target);
	};
	const linear = (what: string, api: number, target: number): Row => {
		const [large, small] = [50_000, 5_000].map((count) => count * figure('time', 0, port, api, 1, count)) as [
			number,
			number,
		];
		return row(what, [`${(large / 1e6).toFixed(0)} ms`, '', `× ${(large / small).toFixed(1)}`], large / small, target);
	};
	const memory = (what: string, api: number, target: number): Row => {
		const [ours, bare] = [0, 1].map((isBare) => figure('memory', isBare, port, api, 200_000)) as [number, number];
		const mb = (value: number) => `${value.toFixed(0)} MB`;
		return row(what, [mb(ours), mb(bare), `+ ${mb(ours - bare)}`], ours - bare, target);
	};
	const rows = apis.flatMap((name, api) => [
		rate(`${name}: deltas of text`, api, 0, 1.5),
		rate(`${name}: deltas of arguments`, api, 1, 1.5),
		first(`${name}: first delta`, api, 1),
		linear(`${name}: 1 MB of arguments / 100 KB`, api, 12),
		memory(`${name}: memory for 200 000 deltas`, api, 30),
	]);
	printTable(
		'model providers, beside the least that reads the same stream',
		['Myelin', 'bare', '', 'target', ''],
		rows,
	);
	process.exitCode = failed ? 1 : 0;
}
