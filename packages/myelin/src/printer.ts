import type { SessionEvent, ToolCallInfo, ToolResult } from '@myelin/client';

/** Lines of a tool's output that are shown. */
const shownLines = 8;
/** Characters of an argument that are shown. */
const shownArgument = 60;

/** Prints a session's stream as a person reads it: text as it comes, each tool call as one block when it is over. */
export interface Printer {
	print(event: SessionEvent): void;
}

/** A printer that writes to `write`, in colour if `colour`. `toolCall` gives the arguments of a call, which its end does not repeat. */
export function createPrinter(
	write: (text: string) => void,
	colour: boolean,
	toolCall: (id: string) => ToolCallInfo | undefined,
): Printer {
	const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
	let streamed = '';
	const writeVisible = (text: string, code?: number) => {
		const shown = visible(text);
		write(code === undefined ? shown : paint(code, shown));
	};
	const endLine = () => {
		if (streamed !== '' && !streamed.endsWith('\n')) write('\n');
		streamed = '';
	};
	const line = (code: number, text: string) => {
		endLine();
		writeVisible(text, code);
		write('\n');
	};

	return {
		print(event) {
			switch (event.type) {
				case 'message_update':
					if (event.delta === '' || (event.deltaKind !== 'text' && event.deltaKind !== 'thinking')) return;
					writeVisible(event.delta, event.deltaKind === 'thinking' ? 2 : undefined);
					streamed = event.delta;
					return;
				case 'message_end':
					endLine();
					if (event.discarded) line(2, '(this answer was discarded)');
					return;
				case 'tool_decision':
					for (const { answer, by, reason } of event.decisions) {
						if (answer === 'block') line(31, `✗ ${event.toolName} denied by ${by}: ${reason ?? ''}`);
					}
					return;
				case 'tool_execution_end':
					line(36, `● ${callText(event.toolName, toolCall(event.toolCallId))}`);
					for (const text of resultLines(event.result)) line(event.isError ? 31 : 2, `  │ ${text}`);
					return;
				case 'retry':
					line(33, `… ${event.error.message}; trying again in ${event.delayMs} ms`);
					return;
				case 'error':
					line(31, `✗ ${event.error.code}: ${event.error.message}`);
					return;
				case 'plugin_error':
					line(33, `! plugin ${event.plugin} failed in ${event.hook}: ${event.message}`);
					return;
				case 'notice':
					line(33, `! ${event.message}`);
					return;
				case 'agent_end':
					line(2, summaryText(event.summary));
					return;
				default:
					return;
			}
		},
	};
}

/** What a model or a tool says may hold control characters; shown as pictures they cannot command the terminal. */
function visible(text: string): string {
	return text.replaceAll(/[\p{Cc}]/gu, (control) => {
		if (control === '\n' || control === '\t') return control;
		const code = control.charCodeAt(0);
		return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
	});
}

function callText(name: string, call: ToolCallInfo | undefined): string {
	const args = Object.entries(call?.args ?? {}).map(
		([key, value]) => `${key}=${clip(JSON.stringify(value) ?? '', shownArgument)}`,
	);
	return [name, ...args].join(' ');
}

function resultLines({ content }: ToolResult): readonly string[] {
	const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
	const lines = text.trimEnd().split('\n');
	if (lines.length <= shownLines) return lines;
	return [...lines.slice(0, shownLines), `… ${lines.length - shownLines} more lines`];
}

function clip(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** The facts of a run in one line. */
export function summaryText(summary: (SessionEvent & { type: 'agent_end' })['summary']): string {
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
