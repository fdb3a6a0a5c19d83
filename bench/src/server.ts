// What the server adds between a model and its client, against a relay that does nothing else in the same run.
import { join } from 'node:path';
import { type ModelProcess, type Script, startModel } from './peers/model-process.ts';
import { type Peer, relay, server, startPeer } from './peers/peer.ts';
import { judge, median, printTable, type Row } from './table.ts';

const script = join(import.meta.dirname, '../../packages/myelin/dist/server.cjs');
const warmUp: Script = { deltas: 2000 };

/** What one prompt of one peer showed, in milliseconds unless said otherwise. */
type Figures = Readonly<Record<string, number>>;
type Measure = (peer: Peer, model: ModelProcess) => Promise<Figures>;

const ms = (from: bigint | string, to: bigint | string) => Number(BigInt(to) - BigInt(from)) / 1e6;

function burst(deltas: number): Measure {
	return async (peer, model) => {
		await model.play({ deltas });
		peer.reset();
		const cpu = peer.cpuMs();
		const { sent, done } = await peer.prompt();
		const [answer] = await model.answered(1);
		const { last, deltaBytes, times } = peer.seen;
		const chars = times.reduce((sum, { chars: own }) => sum + own, 0);
		if (answer === undefined || chars !== deltas * 4) throw new Error(`${chars} characters of ${deltas * 4} arrived`);
		return {
			wall: ms(answer.first, last),
			bytes: deltaBytes / deltas,
			cpu: ((peer.cpuMs() - cpu) * 1000) / deltas,
			request: ms(sent, answer.request),
			over: ms(last, done),
		};
	};
}

const paced: Measure = async (peer, model) => {
	await model.play({ deltas: 200, gapMs: 3 });
	peer.reset();
	await peer.prompt();
	const [answer] = await model.answered(1);
	const arrivals = peer.seen.times.flatMap(({ at, chars }) => Array.from({ length: chars / 4 }, () => at));
	const added = arrivals.map((at, place) => ms(answer?.stamps[place] ?? '0', at));
	return { added: median(added), bytes: peer.seen.deltaBytes / 200 };
};

function turns(count: number, tool: { name: string; args: object }, pieces: number): Measure {
	return async (peer, model) => {
		await model.play({ deltas: 5, turns: count, tool, pieces });
		await peer.prompt();
		const answers = await model.answered(count + 1);
		const between = answers.slice(1).map(({ request }, place) => ms(answers[place]?.end ?? '0', request));
		const whole = answers.slice(1).map(({ request }, place) => ms(answers[place]?.first ?? '0', request));
		return { between: median(between), whole: median(whole) };
	};
}

const cancel: Measure = async (peer, model) => {
	await model.play({ deltas: 3000, gapMs: 3 });
	peer.reset();
	const answered = peer.prompt();
	await peer.deltas(50);
	const asked = process.hrtime.bigint();
	peer.cancel();
	const { done } = await answered;
	const [answer] = await model.answered(1);
	return { over: ms(asked, done), cut: ms(asked, answer?.cut || '0') };
};

/** The client stops reading at the first delta of a burst, for two seconds. */
const stall: Measure = async (peer, model) => {
	const before = peer.memoryMb();
	await model.play({ deltas: 500_000 });
	peer.reset();
	const answered = peer.prompt();
	await peer.deltas(1);
	peer.pause();
	let most = 0;
	for (let round = 0; round < 20; round++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		most = Math.max(most, peer.memoryMb() - before);
	}
	const share = await model.progress();
	peer.resume();
	await answered;
	const chars = peer.seen.times.reduce((sum, { chars: own }) => sum + own, 0);
	return { growth: most, share, lost: 2_000_000 - chars };
};

/** Median figures of both peers over several rounds that take turns, each in a fresh process. */
async function compare(measure: Measure, rounds: number, model: ModelProcess): Promise<readonly [Figures, Figures]> {
	const both: readonly [Figures[], Figures[]] = [[], []];
	for (let round = 0; round < rounds; round++) {
		for (const [place, kind] of [server(script, model.url), relay(model.url)].entries()) {
			const peer = await startPeer(kind);
			try {
				await model.play(warmUp);
				await peer.prompt();
				both[place as 0 | 1].push(await measure(peer, model));
			} finally {
				peer.end();
			}
		}
	}
	const middle = (figures: readonly Figures[]): Figures =>
		Object.fromEntries(
			Object.keys(figures[0] ?? {}).map((name) => [name, median(figures.map((own) => own[name] ?? Number.NaN))]),
		);
	return [middle(both[0]), middle(both[1])];
}

const model = await startModel();
const rows: Row[] = [];
let failed = false;

/** Adds a row: a figure of ours beside the relay's, judged as a ratio to the relay or as it is. */
function row(
	what: string,
	ours: number | undefined,
	theirs: number | undefined,
	target: number,
	by: 'ratio' | 'value',
) {
	const figure = by === 'ratio' ? (ours ?? Number.NaN) / (theirs ?? Number.NaN) : (ours ?? Number.NaN);
	const verdict = judge(figure, target);
	failed ||= verdict.failed || Number.isNaN(figure);
	const show = (value: number | undefined) => (value === undefined ? '–' : value.toPrecision(3));
	const limit = by === 'ratio' ? `≤ ${target} ×` : `≤ ${target}`;
	const cells = [show(ours), show(theirs), by === 'ratio' ? figure.toFixed(2) : '', limit, verdict.text];
	rows.push({ what, cells });
}

try {
	const [small, smallRelay] = await compare(burst(1_000), 3, model);
	const [middle, middleRelay] = await compare(burst(10_000), 5, model);
	const [large, largeRelay] = await compare(burst(100_000), 3, model);
	row('10 k deltas in a burst, ms', middle.wall, middleRelay.wall, 2, 'ratio');
	row('100 k deltas in a burst, ms', large.wall, largeRelay.wall, 2, 'ratio');
	row('CPU a delta at 100 k, µs', large.cpu, largeRelay.cpu, 2.5, 'ratio');
	row('prompt → request at the model, ms', middle.request, middleRelay.request, 3, 'value');
	row('last delta → run over, ms', small.over, smallRelay.over, 1, 'value');
	const [slow, slowRelay] = await compare(paced, 3, model);
	row('wire bytes a delta of 4 characters, paced', slow.bytes, slowRelay.bytes, 130, 'value');
	row('wire bytes a delta at 100 k in a burst', large.bytes, largeRelay.bytes, 130, 'value');
	row('added latency of a paced delta, ms', slow.added, slowRelay.added, 1.3, 'ratio');
	const echo = { name: 'bash', args: { command: 'echo {{turn}}' } };
	const [shell, shellRelay] = await compare(turns(30, echo, 4), 3, model);
	row('a shell tool, answer → next request, ms', shell.between, shellRelay.between, 1.5, 'ratio');
	const long = { name: 'bash', args: { command: `true # ${'x'.repeat(100_000)}` } };
	const [args, argsRelay] = await compare(turns(1, long, 20_000), 3, model);
	row('100 KB of arguments in pieces of 5, ms', args.whole, argsRelay.whole, 1.5, 'ratio');
	const [ended, endedRelay] = await compare(cancel, 3, model);
	row('abort → prompt answered, ms', ended.over, endedRelay.over, 5, 'value');
	row('abort → model connection closed, ms', ended.cut, endedRelay.cut, 2, 'value');
	const [stalled, stalledRelay] = await compare(stall, 1, model);
	row('client that stops reading: growth, MB', stalled.growth, stalledRelay.growth, 16, 'value');
	row('… share of the model stream taken', stalled.share, stalledRelay.share, 0.5, 'value');
	row('… characters lost', stalled.lost, stalledRelay.lost, 0, 'value');
	printTable('server, medians', ['server', 'relay', '× relay', 'target', ''], rows);
	process.exitCode = failed ? 1 : 0;
} finally {
	model.end();
}
