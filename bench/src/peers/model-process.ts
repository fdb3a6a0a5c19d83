import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the fake model says next. */
export interface Script {
	/** Text deltas of the last turn, and the characters of each. */
	readonly deltas?: number;
	readonly chars?: number;
	/** Turns with a tool call before the last one, the call (`{{turn}}` becomes the turn's number), and the pieces that its arguments come in. */
	readonly turns?: number;
	readonly tool?: { readonly name: string; readonly args: object };
	readonly pieces?: number;
	/** Milliseconds between two deltas; 0 sends all in one burst. */
	readonly gapMs?: number;
}

/** One answer of the fake model; times are nanoseconds of the monotonic clock, as text, empty where it did not happen. */
export interface Answered {
	readonly request: string;
	readonly first: string;
	readonly end: string;
	/** The client closed the connection. */
	readonly cut: string;
	/** When each paced delta was written. */
	readonly stamps: readonly string[];
	/** Tool results in the request. */
	readonly turn: number;
}

type Said =
	| { readonly kind: 'port'; readonly port: number }
	| { readonly kind: 'ready' }
	| { readonly kind: 'progress'; readonly share: number }
	| { readonly kind: 'record'; readonly record: Answered };

/** The fake model in a process of its own. */
export interface ModelProcess {
	readonly url: string;
	/** Takes the next script and forgets the answers so far. */
	play(script: Script): Promise<void>;
	/** The answers since the last script. */
	readonly answers: readonly Answered[];
	/** Resolves when there are so many; rejects after five seconds. */
	answered(count: number): Promise<readonly Answered[]>;
	/** How much of the newest answer has been sent, from 0 to 1. */
	progress(): Promise<number>;
	end(): void;
}

/** Starts the fake model. */
export async function startModel(): Promise<ModelProcess> {
	const child = fork(join(import.meta.dirname, 'fake-model.ts'), { execArgv: ['--import', 'tsx'] });
	let answers: Answered[] = [];
	let look = () => {};
	child.on('message', (said: Said) => {
		if (said.kind !== 'record') return;
		answers.push(said.record);
		look();
	});
	const first = (await heard(child, 'port')) as Said & { kind: 'port' };
	return {
		url: `http://127.0.0.1:${first.port}`,
		async play(script) {
			answers = [];
			child.send({ kind: 'script', script: { turns: 0, chars: 4, gapMs: 0, pieces: 4, ...script } });
			await heard(child, 'ready');
		},
		get answers() {
			return answers;
		},
		answered: (count) =>
			new Promise((resolve, reject) => {
				const late = setTimeout(
					() => reject(new Error(`the model was asked ${answers.length} times, not ${count}`)),
					5000,
				);
				look = () => {
					if (answers.length < count) return;
					clearTimeout(late);
					resolve(answers);
				};
				look();
			}),
		async progress() {
			child.send({ kind: 'progress' });
			return ((await heard(child, 'progress')) as Said & { kind: 'progress' }).share;
		},
		end: () => child.disconnect(),
	};
}

async function heard(child: ChildProcess, kind: Said['kind']): Promise<Said> {
	for (;;) {
		const [said] = (await once(child, 'message')) as [Said];
		if (said.kind === kind) return said;
	}
}
