import type { CommandSpec, CommandTable, PromptSpec } from './commands.ts';
import type { Requests } from './connection.ts';
import { MyelinError } from './errors.ts';
import type { HookPoint, Rejected } from './generated/protocol.ts';
import type { Handler, HookOptions, HookTable } from './hooks.ts';
import { createRegistrations, type RegistrationPorts, type Unregister } from './registrations.ts';
import type { AnyToolSpec, ToolTable } from './tools.ts';

/** Where hooks, tools and commands are registered: one session, or all sessions of a connection. */
export interface Scope {
	hook(point: HookPoint, handler: Handler, options?: HookOptions): Unregister;
	tool(tool: AnyToolSpec): Unregister;
	command(command: CommandSpec | PromptSpec): Unregister;
	/** Nothing when all is in force; else resolves when it is, and rejects `HOOK_REJECTED` or as the request did. */
	settled(): Promise<unknown> | undefined;
	/** Registers all that was in force on a new connection; rejects only if that is lost. */
	again(requests: Requests): Promise<void>;
	/** The server has taken all of it back. */
	forget(): void;
}

/** What the scopes of one connection share. */
export interface ScopeParts extends RegistrationPorts {
	readonly hooks: HookTable;
	readonly tools: ToolTable;
	readonly commands: CommandTable;
}

type Kind = 'hooks' | 'tools' | 'commands';

/** The scope of a session, within the connection's own; without a `sessionId`, the connection's. */
export function createScope(parts: ScopeParts, sessionId?: string, outer?: Scope): Scope {
	const { requests, hooks, tools, commands } = parts;
	const registrations = createRegistrations(parts);
	const where = sessionId === undefined ? {} : { sessionId };

	function unregister(method: `${Kind}/unregister`, id: string): Promise<void> {
		return requests.request(method, { ids: [id] }, { accept: () => undefined });
	}

	function registering(method: `${Kind}/register`, params: object, id: string) {
		return async (via: Requests): Promise<void> => {
			const accept = (result: unknown) => refusal(id, (result as { rejected: readonly Rejected[] }).rejected);
			const asked = via.request(method, { ...params, ...where }, { accept });
			const refused = await asked.catch((error: unknown) => rejection(id, error));
			if (refused !== undefined) throw refused;
		};
	}

	return {
		hook(point, handler, options = {}) {
			const spec = hooks.add(point, handler, options, sessionId);
			return registrations.add(registering('hooks/register', { hooks: [spec] }, spec.hookId), async () => {
				if (hooks.remove(spec.hookId, handler, sessionId)) await unregister('hooks/unregister', spec.hookId);
			});
		},
		tool(tool) {
			const told = tools.add(tool, sessionId);
			return registrations.add(registering('tools/register', { tools: [told] }, tool.name), async () => {
				if (tools.remove(tool, sessionId)) await unregister('tools/unregister', tool.name);
			});
		},
		command(command) {
			const told = commands.add(command, sessionId);
			return registrations.add(registering('commands/register', { commands: [told] }, command.name), async () => {
				if (commands.remove(command, sessionId)) await unregister('commands/unregister', command.name);
			});
		},
		settled() {
			const all = [outer?.settled(), registrations.settled()].filter((wait) => wait !== undefined);
			return all.length === 0 ? undefined : Promise.all(all);
		},
		again: registrations.again,
		forget() {
			registrations.forget();
			if (sessionId === undefined) return;
			hooks.forget(sessionId);
			tools.forget(sessionId);
			commands.forget(sessionId);
		},
	};
}

/** What became of a registration that failed: it was no good, or it could not be made just now. */
function rejection(id: string, error: unknown): unknown {
	const isAboutTheOffer = error instanceof MyelinError && aboutTheOffer.has(error.code);
	if (!isAboutTheOffer) return error;
	return new MyelinError('HOOK_REJECTED', `"${id}" could not be registered: ${error.message}`, { cause: error });
}

const aboutTheOffer = new Set<string>(['FRAME_TOO_LARGE', 'INVALID_ANSWER', 'INVALID_PARAMS']);

/** One thing was asked for, so whatever is rejected is it: by what name it goes is no matter where its own could not travel. */
function refusal(id: string, [refused]: readonly Rejected[]): MyelinError | undefined {
	return refused && new MyelinError('HOOK_REJECTED', `the server refused "${id}": ${refused.reason}`);
}
