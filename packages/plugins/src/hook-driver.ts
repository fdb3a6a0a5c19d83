import { deepFreeze } from '@myelin/core';
import type { HookScope, SessionHooks } from '@myelin/session';
import type { Minting } from './context-patch.ts';
import type { CallPorts } from './hook-call.ts';
import type { HookTable } from './hook-table.ts';
import { tellObservers } from './observe.ts';
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
			const guards = table.at('tool_call');
			return guards === undefined ? undefined : askGuards(guards, deepFreeze(call), scope, ports);
		},
		before({ point, ...payload }, scope) {
			const guards = table.at(point);
			return guards === undefined ? undefined : askGuards(guards, Object.freeze(payload), scope, ports);
		},
		input(request, scope) {
			const entries = table.at('input');
			if (entries === undefined) return undefined;
			return transformWith(entries, deepFreeze(request.messages), inputOf(request.how, ports.minting), scope, ports);
		},
		toolArgs(call, scope) {
			const entries = table.at('tool_args');
			return entries && transformWith(entries, call.args, argumentsOf(call), scope, ports);
		},
		toolResult(call, result, scope) {
			const entries = table.at('tool_result');
			return entries && transformWith(entries, {}, resultOf(call, result), scope, ports);
		},
		systemPrompt(systemPrompt, scope) {
			const entries = table.at('system_prompt');
			return entries === undefined
				? systemPrompt
				: transformWith(entries, systemPrompt, systemPromptText, scope, ports);
		},
		context(request, scope) {
			const entries = table.at('context');
			if (entries === undefined) return request.messages;
			// The kernel may go on using its own list, so that it is a copy that is frozen.
			const messages = Object.freeze([...request.messages]);
			return transformWith(entries, messages, contextOf(request, ports.minting), scope, ports);
		},
		compaction(request, scope) {
			const entries = table.at('compaction');
			return entries && transformWith(entries, undefined, summaryOf(request), scope, ports);
		},
		modelRequest(request, scope) {
			const entries = table.at('model_request');
			return entries === undefined ? request : transformWith(entries, request, wholeRequest, scope, ports);
		},
	};
}
