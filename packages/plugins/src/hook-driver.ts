import { deepFreeze, type JsonObject } from '@myelin/core';
import type { HookScope, Rewrite, SessionHooks } from '@myelin/session';
import type { Minting } from './context-patch.ts';
import type { CallPorts } from './hook-call.ts';
import type { HookTable } from './hook-table.ts';
import { tellObservers } from './observe.ts';
import type { HookEntry } from './plugin-record.ts';
import { transformWith } from './transform.ts';
import { argumentsOf, contextOf, inputOf, resultOf, summaryOf, systemPromptText, wholeRequest } from './transforms.ts';
import { askGuards } from './veto.ts';

const nothing = Object.freeze({});

/** What driving hooks needs beside calling them. */
interface DriverPorts extends CallPorts {
	readonly minting: Minting;
	/** Hears of every session that begins. */
	onOpen(scope: HookScope): void;
}

/** The hooks of a session, out of a table. A point where nobody is registered costs one look-up. */
export function createHookDriver(table: HookTable, ports: DriverPorts): SessionHooks {
	return {
		observe({ event }, scope) {
			const entries = table.at(event.type);
			return entries === undefined ? undefined : tellObservers(entries, event, scope, ports);
		},
		lifecycle(point, scope) {
			if (point === 'session_start') ports.onOpen(scope);
			const entries = table.at(point);
			return entries === undefined ? undefined : tellObservers(entries, nothing, scope, ports);
		},
		toolCall(call, scope) {
			if (table.at('tool_call') === undefined) return undefined;
			return askGuards(table, 'tool_call', deepFreeze(call), scope, ports);
		},
		before({ point, ...payload }, scope) {
			if (table.at(point) === undefined) return undefined;
			return askGuards(table, point, Object.freeze(payload), scope, ports);
		},
		input(request, scope) {
			if (table.at('input') === undefined) return undefined;
			const transform = inputOf(request.how, ports.minting);
			return transformWith({ table, point: 'input' }, deepFreeze(request.messages), transform, scope, ports);
		},
		toolArgs(call, scope) {
			if (table.at('tool_args') === undefined) return undefined;
			const rewrittenBy: Rewrite[] = [];
			const changed = ({ plugin, hookId }: HookEntry, durationMs: number) =>
				void rewrittenBy.push({ by: plugin.name, hookId, durationMs });
			const transform = { ...argumentsOf(call), changed };
			const args = transformWith({ table, point: 'tool_args' }, call.args, transform, scope, ports);
			const told = (final: JsonObject) => ({ args: final, rewrittenBy });
			return args instanceof Promise ? args.then(told) : told(args);
		},
		toolResult(call, result, scope) {
			if (table.at('tool_result') === undefined) return undefined;
			return transformWith({ table, point: 'tool_result' }, {}, resultOf(call, result), scope, ports);
		},
		systemPrompt(systemPrompt, scope) {
			if (table.at('system_prompt') === undefined) return systemPrompt;
			return transformWith({ table, point: 'system_prompt' }, systemPrompt, systemPromptText, scope, ports);
		},
		context(request, scope) {
			if (table.at('context') === undefined) return request.messages;
			// The kernel may go on using its own list, so that it is a copy that is frozen.
			const messages = Object.freeze([...request.messages]);
			return transformWith({ table, point: 'context' }, messages, contextOf(request, ports.minting), scope, ports);
		},
		compaction(request, scope) {
			if (table.at('compaction') === undefined) return undefined;
			return transformWith({ table, point: 'compaction' }, undefined, summaryOf(request), scope, ports);
		},
		modelRequest(request, scope) {
			if (table.at('model_request') === undefined) return request;
			return transformWith({ table, point: 'model_request' }, request, wholeRequest, scope, ports);
		},
	};
}
