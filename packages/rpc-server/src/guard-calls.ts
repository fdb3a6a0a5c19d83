import type { HookContext } from '@myelin/plugins';
import { pointKind } from '@myelin/plugins/host';

/** The calls of one client's guards that wait for its answer. */
export interface GuardCalls {
	/** A hook is asked; returns what is to be called when it has answered. Hooks that decide nothing are not kept. */
	enter(point: string, payload: object, context: HookContext): () => void;
	/**
	 * The call that a question of the client is asked for: the one about this tool call, or without one the only one in the session. Nothing
	 * where that cannot be told: who decided is not guessed.
	 */
	askedFor(sessionId: string, toolCallId: string | undefined): HookContext | undefined;
}

interface GuardCall {
	readonly toolCallId: unknown;
	readonly context: HookContext;
}

/** No calls. */
export function createGuardCalls(): GuardCalls {
	const waiting = new Set<GuardCall>();
	return {
		enter(point, payload, context) {
			if (pointKind(point) !== 'veto') return () => {};
			const call = { toolCallId: 'toolCallId' in payload ? payload.toolCallId : undefined, context };
			waiting.add(call);
			return () => waiting.delete(call);
		},
		askedFor(sessionId, toolCallId) {
			const here = [...waiting].filter(({ context }) => context.sessionId === sessionId);
			const meant = toolCallId === undefined ? here : here.filter((call) => call.toolCallId === toolCallId);
			return meant.length === 1 ? meant[0]?.context : undefined;
		},
	};
}
