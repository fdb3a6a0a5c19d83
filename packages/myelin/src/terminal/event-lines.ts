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
			return [{ text: summaryText(event.summary), colour: 2 }];
		default:
			return [];
	}
}

/** The facts of a run in one line. */
export function summaryText(summary: Extract<SessionEvent, { readonly type: 'agent_end' }>['summary']): string {
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

function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function red(text: string): Coloured {
	return { text: visible(text), colour: 31 };
}

function yellow(text: string): Coloured {
	return { text: visible(text), colour: 33 };
}
