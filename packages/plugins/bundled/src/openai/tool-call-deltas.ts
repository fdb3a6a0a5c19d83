import type { Json, JsonObject, ModelChunk } from '@myelin/plugins';
import { isObject, listOf, objectOf, textOf } from '../provider/json-fields.ts';

interface OpenCall {
	/** Our index; set when the call is announced, which takes its name. */
	block: number | undefined;
	id: string;
	name: string;
	/** What came of the arguments before the name did. */
	early: string;
	hasArguments: boolean;
}

/** What the blocks of calls are made with. */
export interface CallBlocks {
	/** The index of a new block. */
	next(): number;
	/** Our name of a tool for the API's. */
	toolName(name: string): string;
}

/**
 * Puts tool calls together from their deltas. They are told apart by `index`; where that is missing, or is the same for all, by their `id`, and
 * where that is missing too, by a new name.
 */
export class ToolCallDeltas {
	readonly #byIndex = new Map<number, OpenCall>();
	readonly #calls: OpenCall[] = [];
	#current: OpenCall | undefined;

	get count(): number {
		return this.#calls.length;
	}

	/** Whether every call has a name. */
	get areNamed(): boolean {
		return this.#calls.every(({ name }) => name !== '');
	}

	/** Adds the chunks of what one chunk's `tool_calls` says to `out`. */
	add(deltas: Json, out: ModelChunk[], blocks: CallBlocks): void {
		for (const delta of listOf(deltas)) if (isObject(delta)) this.#take(delta, out, blocks);
	}

	#take(delta: JsonObject, out: ModelChunk[], blocks: CallBlocks): void {
		const fn = objectOf(delta.function);
		const [id, name] = [idOf(delta.id), textOf(fn.name)];
		const call = this.#callFor(delta.index, id, name);
		call.id ||= id;
		call.name ||= name;
		this.#current = call;
		grow(call, argumentsOf(fn.arguments), out, blocks);
	}

	#callFor(index: Json | undefined, id: string, name: string): OpenCall {
		const known = typeof index === 'number' ? this.#byIndex.get(index) : this.#withoutIndex(id, name);
		if (known !== undefined && !isAnother(known, id, name)) return known;
		const call: OpenCall = { block: undefined, id: '', name: '', early: '', hasArguments: false };
		this.#calls.push(call);
		if (typeof index === 'number') this.#byIndex.set(index, call);
		return call;
	}

	#withoutIndex(id: string, name: string): OpenCall | undefined {
		if (id !== '') return this.#calls.findLast((call) => call.id === id);
		return name === '' || this.#current?.name === '' ? this.#current : undefined;
	}
}

/** Some services give every call the index 0. */
function isAnother(known: OpenCall, id: string, name: string): boolean {
	if (id !== '' && known.id !== '' && id !== known.id) return name !== '';
	return name !== '' && known.name !== '' && name !== known.name && known.hasArguments;
}

function grow(call: OpenCall, delta: string, out: ModelChunk[], { next, toolName }: CallBlocks): void {
	if (delta !== '') call.hasArguments = true;
	if (call.name === '') {
		call.early += delta;
		return;
	}
	const begins = call.block === undefined;
	call.block ??= next();
	if (begins) out.push({ type: 'tool_call_start', index: call.block, id: call.id, name: toolName(call.name) });
	const arrived = call.early + delta;
	call.early = '';
	if (arrived !== '') out.push({ type: 'tool_call_delta', index: call.block, delta: arrived });
}

/** Some send numbers for ids. */
function idOf(value: Json | undefined): string {
	return typeof value === 'number' ? String(value) : textOf(value);
}

/** Arguments are text; some services send the object itself, or null for none. */
function argumentsOf(value: Json | undefined): string {
	return isObject(value) ? JSON.stringify(value) : textOf(value);
}
