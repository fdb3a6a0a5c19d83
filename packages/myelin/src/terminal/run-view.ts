import type { SessionEvent, ToolCallInfo } from '@myelin/client';
import type { Coloured } from './screen.ts';
import { callText } from './tool-block.ts';
import { visible } from './wrap-text.ts';

/** Characters that are kept of what a tool says while it runs. */
const keptChars = 4_000;
/** Lines of it that are shown. */
const shownLines = 3;

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: Type }>;
type Delta = Pick<Event<'message_update'>, 'delta' | 'deltaKind'> & Partial<Pick<Event<'message_update'>, 'message'>>;

interface CallView {
	readonly toolName: string;
	/** What the call is about to do. */
	preview: string;
	/** What the tool prints, and what an agent that it runs says and thinks. */
	output: string;
	text: string;
	thinking: string;
	status: string;
}

/** What is in progress of a session's run, put together from its events. */
export class RunView {
	/** The newest update, which is looked into when it is drawn: a snapshot is built by whoever reads it. */
	#update: Delta | undefined;
	#text = '';
	#thinking = '';
	readonly #calls = new Map<string, CallView>();
	#tokens = { in: 0, out: 0 };

	/** A message grows: what it says whole takes the place of what was there; without a message the delta is added. */
	grow(update: Delta): void {
		if (update.message !== undefined) this.#update = update;
		else if (update.deltaKind === 'thinking') this.#thinking += update.delta;
		else if (update.deltaKind === 'text') this.#text += update.delta;
	}

	/** A message is formed: what streamed of it, text and thinking. */
	endMessage({ message }: Event<'message_end'>): { readonly text: string; readonly thinking: string } {
		this.#read();
		const streamed = { text: this.#text, thinking: this.#thinking };
		this.#update = undefined;
		this.#text = '';
		this.#thinking = '';
		if (message?.role !== 'assistant') return streamed;
		if (message.usage !== undefined) {
			const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = message.usage;
			this.#tokens.in += inputTokens + cacheReadTokens + cacheWriteTokens;
			this.#tokens.out += outputTokens;
		}
		return { text: textIn(message.content), thinking: thinkingIn(message.content) };
	}

	beginCall({ toolCallId, toolName }: Event<'tool_execution_start'>): void {
		this.#calls.set(toolCallId, { toolName, preview: '', output: '', text: '', thinking: '', status: '' });
	}

	/** A preview is what the call will do; of progress each kind has its own place. */
	growCall({ toolCallId, kind, update }: Event<'tool_execution_update'>): void {
		const call = this.#calls.get(toolCallId);
		if (call === undefined) return;
		if (kind === 'preview') call.preview = typeof update.diff === 'string' ? update.diff : JSON.stringify(update);
		const delta = String(update.delta ?? '');
		if (update.kind === 'output') call.output = kept(call.output + delta);
		if (update.kind === 'tool_delta') call.text = kept(call.text + delta);
		if (update.kind === 'thinking') call.thinking = kept(call.thinking + delta);
		if (update.kind === 'status') call.status = delta;
	}

	/** A call is over; answers its preview. */
	endCall(toolCallId: string): string {
		const preview = this.#calls.get(toolCallId)?.preview ?? '';
		this.#calls.delete(toolCallId);
		return preview;
	}

	/** A run begins or is over. */
	clear(): void {
		this.#calls.clear();
		this.#tokens = { in: 0, out: 0 };
	}

	/** What is shown of it. */
	lines(toolCall: (id: string) => ToolCallInfo | undefined): readonly Coloured[] {
		this.#read();
		const lines: Coloured[] = [];
		if (this.#thinking !== '') lines.push({ text: visible(this.#thinking), colour: 2 });
		if (this.#text !== '') lines.push({ text: visible(this.#text) });
		for (const [id, call] of this.#calls) lines.push(...callLines(call, toolCall(id)));
		const { in: tokensIn, out } = this.#tokens;
		if (tokensIn + out > 0) lines.push({ text: `… ${tokensIn} tokens in, ${out} out`, colour: 2 });
		return lines;
	}

	#read(): void {
		const message = this.#update?.message;
		if (message === undefined) return;
		this.#update = undefined;
		this.#text = textIn(message.content) || this.#text;
		this.#thinking = thinkingIn(message.content) || this.#thinking;
	}
}

function callLines(call: CallView, info: ToolCallInfo | undefined): readonly Coloured[] {
	const said = [call.thinking, call.text, call.output].map((text) => lastLines(text)).filter((text) => text !== '');
	return [
		{ text: `○ ${callText(call.toolName, info)}${call.status === '' ? '' : ` · ${visible(call.status)}`}`, colour: 36 },
		...said.map((text): Coloured => ({ text, colour: 2 })),
	];
}

function lastLines(text: string): string {
	const lines = text.trimEnd().split('\n').slice(-shownLines);
	return text === '' ? '' : lines.map((line) => `  │ ${visible(line)}`).join('\n');
}

function kept(text: string): string {
	return text.length <= keptChars ? text : text.slice(-keptChars).replace(/^[\uDC00-\uDFFF]/, '');
}

type Content = NonNullable<Event<'message_update'>['message']>['content'];

function textIn(content: Content): string {
	return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function thinkingIn(content: Content): string {
	return content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
}
