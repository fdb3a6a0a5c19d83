import { deepFreeze } from '@myelin/core';
import type { HookScope } from '@myelin/session';
import { isInForce } from './heirs.ts';
import { type CallPorts, callHook } from './hook-call.ts';
import { inTurn } from './in-turn.ts';
import type { HookEntry } from './plugin-record.ts';

/**
 * Tells each hook of an event, or of what is none, one after another. What they answer is ignored; failures are reported. A hook
 * whose last call failed is told but not waited for, until a call of it ends well: who hangs holds the stream once and not at
 * every event.
 */
export function tellObservers(
	entries: readonly HookEntry[],
	event: object,
	scope: HookScope,
	ports: CallPorts,
): void | Promise<void> {
	freeze(event);
	return inTurn(entries, (entry) => {
		if (entry.plugin.state !== 'loaded' || !isInForce(entry, scope.sessionId)) return false;
		const isSound = entry.failuresInRow === 0;
		const outcome = callHook(entry, event, scope, ports, nothing);
		return outcome instanceof Promise && isSound ? outcome.then(goOn) : false;
	});
}

/** The message of an update is built when it is read, and freezing must not read it. */
function freeze(event: object): void {
	if ('type' in event && event.type === 'message_update') Object.freeze(event);
	else deepFreeze(event);
}

const nothing = () => undefined;
const goOn = () => false;
