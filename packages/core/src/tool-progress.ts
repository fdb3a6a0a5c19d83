import { clipAt, cutHalf, replacement } from './code-points.ts';
import type { ToolCall } from './gates.ts';
import { progressFault } from './result-check.ts';
import type { Emit } from './run.ts';
import type { ToolProgress } from './tools.ts';

/** UTF-16 units that may wait for slow listeners, a kind. */
const waitingLimit = 256 * 1024;
const truncated = '\n[… output left out …]\n';

type Kind = ToolProgress['kind'];

/** Text of one kind that waits; `full` takes nothing more. */
interface Waiting {
	readonly text: string;
	readonly full: boolean;
}

/** What a running tool says, on its way to the stream: the tool never waits for it. */
export interface ProgressGate {
	/** Takes an update; those that wait merge by kind, and after `shut` they are dropped, as what is none always is. Never throws: who says it may be a callback that nobody waits for. */
	update(progress: ToolProgress): void;
	/** What was wrong with the first update that was none; nothing while all were. */
	readonly fault: string | undefined;
	/** Takes nothing more; resolves when all that was taken has been delivered. */
	shut(): Promise<void>;
}

/** Opens the gate of one call. */
export function openProgressGate({ toolCallId, toolName }: ToolCall, emit: Emit): ProgressGate {
	const waiting = new Map<Kind, Waiting>();
	/** High surrogates whose other half has not come, by kind. */
	const halves = new Map<Kind, string>();
	let delivery: Promise<void> | undefined;
	let open = true;
	let fault: string | undefined;

	const deliver = async () => {
		for (let next = takeFirst(waiting); next !== undefined; next = takeFirst(waiting)) {
			await emit({ type: 'tool_execution_update', toolCallId, toolName, kind: 'progress', update: next });
		}
		delivery = undefined;
	};
	const put = (kind: Kind, text: string) => {
		waiting.set(kind, merge(kind, waiting.get(kind), text));
		delivery ??= deliver();
	};

	return {
		get fault() {
			return fault === undefined
				? undefined
				: `The tool "${toolName}" said something that is no progress, which is { kind, delta }: ${fault}.`;
		},
		update(said) {
			if (!open) return;
			const wrong = progressFault(said);
			if (wrong !== undefined) {
				fault ??= wrong;
				return;
			}
			const { kind, delta } = said;
			const [whole, half] = cutHalf((halves.get(kind) ?? '') + delta);
			if (kind === 'status') return put(kind, half === '' ? whole : whole + replacement);
			halves.set(kind, half);
			if (whole !== '') put(kind, whole);
		},
		async shut() {
			if (open) for (const [kind, half] of halves) if (half !== '') put(kind, replacement);
			open = false;
			await delivery;
		},
	};
}

function takeFirst(waiting: Map<Kind, Waiting>): ToolProgress | undefined {
	for (const [kind, { text }] of waiting) {
		waiting.delete(kind);
		return { kind, delta: text };
	}
	return undefined;
}

function merge(kind: Kind, before: Waiting | undefined, arrived: string): Waiting {
	if (before?.full && kind !== 'status') return before;
	const text = before === undefined || kind === 'status' ? arrived : before.text + arrived;
	return text.length <= waitingLimit
		? { text, full: false }
		: { text: clipAt(text, waitingLimit) + truncated, full: true };
}
