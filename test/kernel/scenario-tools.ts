import type { JsonObject, Tool, ToolCall, ToolContext, ToolResult } from '@myelin/core';
import type { FakeClock } from '@myelin/core/testing';
import { exclusiveKinds, type toolKinds } from './scenario.ts';

type Kind = (typeof toolKinds)[number];

/** Sees what the guard let through and what ran, and finds fault where that differs, or where calls ran together that must not. */
export class Witness {
	readonly #faults: string[];
	readonly #allowed = new Map<string, JsonObject>();
	readonly #ran = new Set<string>();
	readonly #running = new Map<string, Kind>();

	constructor(faults: string[]) {
		this.#faults = faults;
	}

	allowed({ toolCallId, args }: ToolCall): void {
		this.#allowed.set(toolCallId, args);
	}

	ended(toolCallId: string): void {
		this.#running.delete(toolCallId);
	}

	ran(kind: Kind, toolCallId: string, args: JsonObject): void {
		this.#running.set(toolCallId, kind);
		const kinds = [...this.#running.values()];
		if (kinds.length > 1 && kinds.some((one) => exclusiveKinds.includes(one)))
			this.#faults.push(`${kinds.join(' and ')} ran together`);
		if (this.#ran.has(toolCallId)) this.#faults.push(`${toolCallId} ran twice`);
		this.#ran.add(toolCallId);
		const seen = this.#allowed.get(toolCallId);
		if (this.#allowed.size > 0 && seen !== args)
			this.#faults.push(`${toolCallId} ran with other arguments than were judged`);
	}
}

/** The tool that a kind names. */
export function toolOf(kind: Kind, clock: FakeClock, witness: Witness): Tool {
	return {
		name: kind,
		description: kind,
		jsonSchema: { type: 'object' },
		concurrency: concurrencyOf(kind),
		...(kind === 'times_out' ? { timeoutMs: 50 } : {}),
		...(kind === 'cancels' ? { onInterjection: 'cancel' } : {}),
		parse: (args) => (args.x === 'no' ? { ok: false, message: 'x must not be no' } : { ok: true, args }),
		preview(args) {
			if (kind === 'previews_badly') throw new Error('no preview');
			return kind === 'previews' ? { diff: `${args.x}` } : undefined;
		},
		async execute(args, context) {
			witness.ran(kind, context.toolCallId, args);
			return run(kind, clock, context);
		},
	};
}

function concurrencyOf(kind: Kind): NonNullable<Tool['concurrency']> {
	if (kind === 'by_arguments') return ({ x }) => (x === 1 ? 'parallel' : 'exclusive');
	return exclusiveKinds.includes(kind) ? 'exclusive' : 'parallel';
}

async function run(kind: Kind, clock: FakeClock, { signal, onUpdate }: ToolContext): Promise<ToolResult | string> {
	switch (kind) {
		case 'answers':
		case 'previews':
		case 'previews_badly':
			return 'an answer';
		case 'fails':
			throw new Error('the tool failed');
		case 'slow':
		case 'by_arguments':
			await new Promise<void>((resolve) => clock.after(100, resolve));
			return 'at last';
		case 'deaf':
		case 'times_out':
			return new Promise<string>(() => {});
		case 'stubborn':
			await new Promise<void>((resolve) => signal.addEventListener('abort', () => clock.after(500, resolve)));
			return 'stopped in its own time';
		case 'cancels':
			return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
		case 'chatty':
			for (let line = 0; line < 5; line++) onUpdate({ kind: 'output', delta: `${line}\n` });
			clock.after(1, () => onUpdate({ kind: 'output', delta: 'too late' }));
			return 'said it all';
		case 'terminates':
			return { content: [{ type: 'text', text: 'enough' }], terminate: true };
		case 'nonsense':
			return 7 as unknown as string;
		case 'floods':
			return 'x'.repeat(2000);
	}
}
