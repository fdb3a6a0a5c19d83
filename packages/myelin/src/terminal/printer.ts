import type { SessionEvent, ToolCallInfo } from '@myelin/client';
import { eventLines } from './event-lines.ts';
import { RunView } from './run-view.ts';
import type { Coloured, Screen } from './screen.ts';
import { toolBlock } from './tool-block.ts';
import { visible } from './wrap-text.ts';

/** Shows a session's stream as a person reads it: what is in progress in the live area, each message and each call as one block when it is over. */
export interface Printer {
	print(event: SessionEvent): void;
}

/** A printer on a screen. `toolCall` gives the arguments of a call, which its end does not repeat. */
export function createPrinter(screen: Screen, toolCall: (id: string) => ToolCallInfo | undefined): Printer {
	const view = new RunView();
	const live = () => screen.live(() => view.lines(toolCall));
	const finish = (finished: readonly Coloured[]) => {
		if (finished.length > 0) screen.print(finished);
		live();
	};
	return {
		print(event) {
			switch (event.type) {
				case 'agent_start':
					view.clear();
					return live();
				case 'message_update':
					view.grow(event);
					return live();
				case 'message_end':
					return finish(messageBlock(event, view.endMessage(event)));
				case 'tool_execution_start':
					view.beginCall(event);
					return live();
				case 'tool_execution_update':
					view.growCall(event);
					return live();
				case 'tool_execution_end': {
					const preview = view.endCall(event.toolCallId);
					return finish(toolBlock({ ...event, preview }, toolCall(event.toolCallId)));
				}
				case 'agent_end':
					view.clear();
					return finish(eventLines(event));
				default:
					return finish(eventLines(event));
			}
		},
	};
}

function messageBlock(
	{ message, discarded }: Extract<SessionEvent, { readonly type: 'message_end' }>,
	{ text, thinking }: { readonly text: string; readonly thinking: string },
): readonly Coloured[] {
	if (message !== undefined && message.role !== 'assistant') return [];
	if (discarded) return [{ text: '(this answer was discarded)', colour: 2 }];
	return [
		...(thinking === '' ? [] : [{ text: visible(thinking), colour: 2 }]),
		...(text === '' ? [] : [{ text: visible(text) }]),
	];
}
