import type { ToolCall } from './gates.ts';
import type { Emit } from './run.ts';
import type { ToolProgress } from './tools.ts';

/** UTF-16 units that may wait for slow listeners, a kind. */
const waitingLimit = 256 * 1024;
const truncated = '\n[… output left out …]\n';

/** What a running tool says, on its way to the stream: the tool never waits for it. */
export interface ProgressGate {
	/** Takes an update; those that wait merge by kind, and after `shut` they are dropped. */
	update(progress: ToolProgress): void;
	/** Takes nothing more; resolves when all that was taken has been delivered. */
	shut(): Promise<void>;
}

/** Opens the gate of one call. */
export function openProgressGate({ toolCallId, toolName }: ToolCall, emit: Emit): ProgressGate {
	const waiting = new Map<ToolProgress['kind'], string>();
	let delivery: Promise<void> | undefined;
	let open = true;

	const deliver = async () => {
		for (let next = takeFirst(waiting); next !== undefined; next = takeFirst(waiting)) {
			await emit({ type: 'tool_execution_update', toolCallId, toolName, kind: 'progress', update: next });
		}
		delivery = undefined;
	};

	return {
		update({ kind, delta }) {
			if (!open) return;
			waiting.set(kind, merge(kind, waiting.get(kind), delta));
			delivery ??= deliver();
		},
		async shut() {
			open = false;
			await delivery;
		},
	};
}

function takeFirst(waiting: Map<ToolProgress['kind'], string>): ToolProgress | undefined {
	for (const [kind, delta] of waiting) {
		waiting.delete(kind);
		return { kind, delta };
	}
	return undefined;
}

function merge(kind: ToolProgress['kind'], before: string | undefined, delta: string): string {
	if (before === undefined || kind === 'status') return delta;
	if (before.endsWith(truncated)) return before;
	return before.length + delta.length <= waitingLimit ? before + delta : before + truncated;
}
