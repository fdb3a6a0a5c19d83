import type { SessionEvent } from '@myelin/client';
import type { Coloured } from './screen.ts';
import { visible } from './wrap-text.ts';

/** What a person reads of an event that is one line, or some; nothing of those that are no lines of their own. */
export function eventLines(event: SessionEvent): readonly Coloured[] {
	switch (event.type) {
		case 'tool_decision':
			return event.decisions
				.filter(({ answer }) => answer === 'block')
				.map(({ by, reason }) => red(`✗ ${event.toolName} denied by ${by}: ${reason ?? ''}`));
		case 'session_decision':
			return event.decisions
				.filter(({ answer }) => answer === 'block')
				.map(({ by, reason }) => red(`✗ ${deeds[event.point] ?? event.point} denied by ${by}: ${reason ?? ''}`));
		case 'retry':
			return [yellow(`… ${event.error.message}; trying again in ${event.delayMs} ms`)];
		case 'error':
			return [red(`✗ ${event.error.code}: ${event.error.message}`)];
		case 'session_error':
			return [red(`! ${event.error.code}: ${event.error.message}`)];
		case 'plugin_error':
			return [yellow(`! plugin ${event.plugin} failed in ${event.hook}: ${event.message}`)];
		case 'notice':
			return [yellow(`! ${event.message}`)];
		case 'agent_end':
			// A run that is gone on with has not ended for a person.
			return event.willRetry ? [] : [dim(summaryText(event.summary))];
		case 'auto_retry_start':
			// The tries of one call are told by `retry`.
			if (event.scope !== 'run') return [];
			return [yellow(`… ${event.error.message}; the run goes on in ${event.delayMs} ms`)];
		case 'compaction_end':
			return compactionLines(event);
		case 'goal_updated':
			return [dim(goalText(event.goal))];
		case 'model_changed':
			return [dim(`— the model is now ${event.to.provider}/${event.to.id}`)];
		case 'ui_request':
			return [yellow(`? ${event.plugin} asks: ${event.title}`)];
		case 'ui_resolved':
			return [dim(`? ${event.value === undefined ? 'nobody answered' : `${event.value}, by ${event.by}`}`)];
		default:
			return [];
	}
}

const deeds: Readonly<Record<string, string>> = {
	session_before_navigate: 'going to another entry was',
	session_before_fork: 'a fork was',
	session_before_compact: 'compacting was',
	session_before_delete: 'deleting the session was',
};

/** The facts of a run in one line. */
export function summaryText(summary: Event<'agent_end'>['summary']): string {
	const { endReason, turnCount, toolCalls, toolErrors, usage, durationMs } = summary;
	const tokensIn = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
	const failed = toolErrors === 0 ? '' : ` (${toolErrors} failed or denied)`;
	const cost = usage.costUsd === undefined ? '' : ` · $${usage.costUsd.toFixed(4)}`;
	const facts = [
		endReason,
		count(turnCount, 'turn'),
		`${count(toolCalls, 'tool call')}${failed}`,
		`${tokensIn} tokens in, ${usage.outputTokens} out`,
	];
	return `— ${facts.join(' · ')}${cost} · ${(durationMs / 1000).toFixed(1)} s`;
}

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: Type }>;

function compactionLines({ tokensBefore, tokensAfter, error }: Event<'compaction_end'>): readonly Coloured[] {
	if (error !== undefined) return [yellow(`! what the model is shown could not be made shorter: ${error.message}`)];
	return [dim(`— the model is shown less from here on: ${tokensBefore} tokens became ${tokensAfter ?? 'fewer'}`)];
}

function goalText(goal: Event<'goal_updated'>['goal']): string {
	if (goal === null) return '◎ there is no goal any longer';
	const { status, text, reason, used } = goal;
	const why = reason === undefined ? '' : ` (${reason})`;
	const spent = used.runs === 0 ? '' : ` · ${count(used.runs, 'run')}, ${used.tokens} tokens`;
	return `◎ goal ${status}${why}: ${text.split('\n', 1)[0]}${spent}`;
}

function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function dim(text: string): Coloured {
	return { text: visible(text), colour: 2 };
}

function red(text: string): Coloured {
	return { text: visible(text), colour: 31 };
}

function yellow(text: string): Coloured {
	return { text: visible(text), colour: 33 };
}
