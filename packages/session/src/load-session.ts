import {
	addUsage,
	type Message,
	type ModelRef,
	noUsage,
	type RunSummary,
	type ThinkingLevel,
	type ToolResult,
	type Usage,
} from '@myelin/core';
import type { KeptCut } from './compaction/kept-cut.ts';
import { requestCut } from './compaction/kept-cut.ts';
import type { RequestCut } from './compaction/request-cut.ts';
import type { Entry, LlmCallEntry, MessageEntry } from './entries.ts';
import { EntryTree } from './entry-tree.ts';
import { forkPointPrefix } from './fork-point.ts';
import type { Goal } from './goals/goal.ts';
import type { SessionReader, StoredRecord } from './store.ts';

/** How a prompt of earlier ended; `lost`: it was taken, and its run never came to an end. */
export type PastPrompt = { readonly runId: string; readonly summary: RunSummary } | 'lost';

/** What a session's entries say of it. */
export interface LoadedSession {
	readonly tree: EntryTree;
	/** The messages from the first entry to the leaf. */
	readonly messages: readonly Message[];
	/** Those of them behind the last one that is known to be in the notes of the project. */
	readonly unnoted: readonly Message[];
	/** What a model is shown of them; all if absent. */
	readonly shown: RequestCut | undefined;
	/** Results of calls on that path whose messages never came to be. */
	readonly results: ReadonlyMap<string, ToolResult>;
	/** No event has a number above it. */
	readonly seq: number;
	readonly model: ModelRef | undefined;
	readonly thinkingLevel: ThinkingLevel | undefined;
	/** The names of the tools that were chosen; all of them if it is null. */
	readonly tools: readonly string[] | null;
	readonly name: string | undefined;
	/** Whether it ever had a name, also one that was taken away. */
	readonly isNamed: boolean;
	/** By entry. */
	readonly labels: ReadonlyMap<string, string>;
	readonly prompts: ReadonlyMap<string, PastPrompt>;
	/** What was asked by each prompt, as a digest. */
	readonly asked: ReadonlyMap<string, string>;
	readonly totalUsage: Usage;
	readonly goal: Goal | null;
	/** Lines that could not be read, counted from 1. */
	readonly damagedLines: readonly number[];
}

interface Loading {
	readonly tree: EntryTree;
	/** By entry. */
	readonly messages: Map<string, Message>;
	/** By entry. */
	readonly cuts: Map<string, KeptCut>;
	/** By call. */
	readonly results: Map<string, ToolResult>;
	readonly labels: Map<string, string>;
	readonly prompts: Map<string, PastPrompt>;
	readonly asked: Map<string, string>;
	readonly damagedLines: number[];
	seq: number;
	model: ModelRef | undefined;
	thinkingLevel: ThinkingLevel | undefined;
	tools: readonly string[] | null;
	name: string | undefined;
	isNamed: boolean;
	goal: Goal | null;
	usage: Usage;
	/** The last message that is known to be in the notes. */
	notedTo: string | undefined;
	/** Used since the last run that came to its end. */
	openUsage: Usage;
	/** Whether the calls of the model since then were recorded, each by itself. */
	hasCalls: boolean;
	/** The message of the call that was recorded last. */
	calledFor: string | undefined;
}

/** Reads a session from its first entry to its last, once. Memory holds ids and messages; those of other branches go at the end. */
export async function loadSession(reader: SessionReader): Promise<LoadedSession> {
	const loading: Loading = {
		tree: new EntryTree(),
		messages: new Map(),
		cuts: new Map(),
		results: new Map(),
		labels: new Map(),
		prompts: new Map(),
		asked: new Map(),
		damagedLines: [],
		seq: 0,
		model: undefined,
		thinkingLevel: undefined,
		tools: null,
		name: undefined,
		isNamed: false,
		goal: null,
		notedTo: undefined,
		usage: noUsage,
		openUsage: noUsage,
		hasCalls: false,
		calledFor: undefined,
	};
	for await (const batch of reader.read()) for (const record of batch) takeRecord(loading, record);
	const {
		messages,
		cuts,
		notedTo: _notedTo,
		usage,
		openUsage,
		hasCalls: _hasCalls,
		calledFor: _calledFor,
		...rest
	} = loading;
	return {
		...rest,
		...alongPath(loading),
		totalUsage: addUsage(usage, openUsage),
	};
}

/** The messages of the branch, and what its last compaction left to be shown of them. */
function alongPath({ tree, messages, cuts, notedTo }: Loading): Pick<LoadedSession, 'messages' | 'shown' | 'unnoted'> {
	const path: Message[] = [];
	let last: { readonly kept: KeptCut; readonly standing: number } | undefined;
	for (const id of tree.path()) {
		const message = messages.get(id);
		const kept = cuts.get(id);
		if (message !== undefined) path.push(message);
		if (kept !== undefined) last = { kept, standing: path.length };
	}
	const shown = last === undefined ? undefined : requestCut(last.kept, path.slice(0, last.standing));
	const unnoted = path.slice(path.findIndex(({ id }) => id === notedTo) + 1);
	return { messages: path, shown, unnoted };
}

function takeRecord(loading: Loading, record: StoredRecord): void {
	switch (record.kind) {
		case 'seq_bound':
			loading.seq = record.bound;
			return;
		case 'damaged':
			loading.damagedLines.push(record.line);
			return;
		case 'entry':
			loading.seq = Math.max(loading.seq, record.entry.seq);
			loading.tree.add(record.entry);
			takeEntry(loading, record.entry);
	}
}

function takeEntry(loading: Loading, entry: Entry): void {
	switch (entry.type) {
		case 'message':
			takeMessage(loading, entry.id, entry.data);
			return;
		case 'tool_execution':
			loading.results.set(entry.data.toolCallId, entry.data.result);
			return;
		case 'run': {
			const { runId, promptIds, summary } = entry.data;
			for (const promptId of promptIds) loading.prompts.set(promptId, { runId, summary });
			loading.usage = addUsage(loading.usage, loading.hasCalls ? loading.openUsage : summary.usage);
			loading.openUsage = noUsage;
			loading.hasCalls = false;
			return;
		}
		case 'compaction':
			loading.cuts.set(entry.id, entry.data);
			return;
		case 'model_change':
			loading.model = entry.data.to;
			return;
		case 'thinking_level_change':
			loading.thinkingLevel = entry.data.to;
			return;
		case 'session_info':
			loading.name = entry.data.name ?? undefined;
			loading.isNamed = true;
			return;
		case 'label':
			if (entry.data.label === null) loading.labels.delete(entry.data.entryId);
			else loading.labels.set(entry.data.entryId, entry.data.label);
			return;
		case 'llm_call':
			takeCall(loading, entry.data);
			return;
		case 'tools_change':
			loading.tools = entry.data.to;
			return;
		case 'goal':
			loading.goal = entry.data.goal;
			return;
		case 'leaf':
			// What a fork begins with is noted by the session that it was made of.
			if (isForkPoint(entry)) loading.notedTo = [...loading.messages.values()].at(-1)?.id;
			return;
	}
}

function isForkPoint({ id }: Entry): boolean {
	return id.startsWith(forkPointPrefix);
}

function takeCall(loading: Loading, { purpose, messageId, usage }: LlmCallEntry['data']): void {
	if (purpose !== undefined) {
		loading.usage = addUsage(loading.usage, usage);
		if (purpose === 'memory' && messageId !== undefined) loading.notedTo = messageId;
		return;
	}
	loading.openUsage = addUsage(loading.openUsage, usage);
	loading.hasCalls = true;
	loading.calledFor = messageId;
}

function takeMessage(loading: Loading, id: string, data: MessageEntry['data']): void {
	const message = messageOf(data, loading.results);
	if ('resultOf' in data) loading.results.delete(data.resultOf);
	loading.messages.set(id, message);
	if (message.role === 'assistant' && message.id !== loading.calledFor)
		loading.openUsage = addUsage(loading.openUsage, message.usage);
	if ('promptId' in data && data.promptId !== undefined && !loading.prompts.has(data.promptId))
		loading.prompts.set(data.promptId, 'lost');
	if ('digest' in data && data.digest !== undefined && data.promptId !== undefined)
		loading.asked.set(data.promptId, data.digest);
}

/** The message of an entry, with what its tool said put in. */
function messageOf(data: MessageEntry['data'], results: ReadonlyMap<string, ToolResult>): Message {
	if (!('resultOf' in data)) return data.message;
	const { content = [], details } = results.get(data.resultOf) ?? {};
	return { ...data.message, content, ...(details === undefined ? {} : { details }) };
}
