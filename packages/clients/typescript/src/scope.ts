import type { Connection } from './connection.ts';
import { MyelinError } from './errors.ts';
import type { HookPoint, HooksRegisterResult, Rejected, ToolsRegisterResult } from './generated/protocol.ts';
import type { Handler, HookOptions, HookTable } from './hooks.ts';
import { createRegistrations, type Unregister } from './registrations.ts';
import type { ToolSpec, ToolTable } from './tools.ts';

/** Where hooks and tools are registered: one session, or all sessions of a connection. */
export interface Scope {
	hook(point: HookPoint, handler: Handler, options?: HookOptions): Unregister;
	tool(tool: ToolSpec): Unregister;
	/** Nothing when all is in force; else resolves when it is, and rejects `HOOK_REJECTED` or as the request did. */
	settled(): Promise<unknown> | undefined;
}

/** What the scopes of one connection share. */
export interface ScopeParts {
	readonly connection: Connection;
	readonly hooks: HookTable;
	readonly tools: ToolTable;
}

/** The scope of a session, within the connection's own; without a `sessionId`, the connection's. */
export function createScope({ connection, hooks, tools }: ScopeParts, sessionId?: string, outer?: Scope): Scope {
	const registrations = createRegistrations();
	const where = sessionId === undefined ? {} : { sessionId };

	function unregister(method: 'hooks/unregister' | 'tools/unregister', id: string): Promise<void> {
		return connection.request(method, { ids: [id] }, { accept: () => undefined });
	}

	return {
		hook(point, handler, options = {}) {
			const spec = hooks.add(point, handler, options, sessionId);
			const accept = (result: unknown) => refuse(spec.hookId, (result as HooksRegisterResult).rejected);
			const registered = connection.request('hooks/register', { hooks: [spec], ...where }, { accept });
			return registrations.add(registered.then(orThrow), async () => {
				if (hooks.remove(spec.hookId, handler, sessionId)) await unregister('hooks/unregister', spec.hookId);
			});
		},
		tool(tool) {
			const told = tools.add(tool, sessionId);
			const accept = (result: unknown) => refuse(tool.name, (result as ToolsRegisterResult).rejected);
			const registered = connection.request('tools/register', { tools: [told], ...where }, { accept });
			return registrations.add(registered.then(orThrow), async () => {
				if (tools.remove(tool, sessionId)) await unregister('tools/unregister', tool.name);
			});
		},
		settled() {
			const all = [outer?.settled(), registrations.settled()].filter((wait) => wait !== undefined);
			return all.length === 0 ? undefined : Promise.all(all);
		},
	};
}

function refuse(id: string, rejected: readonly Rejected[]): MyelinError | undefined {
	const refusal = rejected.find((item) => item.id === id);
	return refusal && new MyelinError('HOOK_REJECTED', `the server refused "${id}": ${refusal.reason}`);
}

function orThrow(refusal: MyelinError | undefined): void {
	if (refusal !== undefined) throw refusal;
}
