import { deepFreeze } from '@myelin/core';
import type { SessionHooks } from '@myelin/session';
import type { Minting } from './context-patch.ts';
import type { CallPorts } from './hook-call.ts';
import type { HookTable } from './hook-table.ts';
import { tellObservers } from './observe.ts';
import { transformContext } from './transform.ts';
import { askGuards } from './veto.ts';

/** The hooks of a session, out of a table. A point where nobody is registered costs one look-up. */
export function createHookDriver(table: HookTable, ports: CallPorts & { readonly minting: Minting }): SessionHooks {
	return {
		observe({ event }, scope) {
			const entries = table.at(event.type);
			return entries === undefined ? undefined : tellObservers(entries, event, scope, ports);
		},
		toolCall(call, scope) {
			const guards = table.at('tool_call');
			return guards === undefined ? undefined : askGuards(guards, deepFreeze(call), scope, ports);
		},
		context(request, scope) {
			const entries = table.at('context');
			return entries === undefined ? request.messages : transformContext(entries, request, scope, ports);
		},
	};
}
