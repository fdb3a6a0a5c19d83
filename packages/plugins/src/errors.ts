/** Why a hook has no answer: its time was over, it threw, whoever runs it is gone, or what it answered is none. */
export type HookErrorCode = 'TIMEOUT' | 'CRASH' | 'DISCONNECT' | 'INVALID';

/** Thrown by a hook that knows why it cannot answer; anything else it throws counts as `CRASH`. */
export class HookError extends Error {
	override readonly name = 'HookError';
	readonly code: HookErrorCode;

	constructor(code: HookErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
	}
}

/** Why the host refused something, one sentence each. */
export const hostErrors = {
	INVALID_PLUGIN: 'What was given is no plugin: an object with a `name` and a `setup` function.',
	INVALID_SETTINGS: "The plugin's part of the settings does not fit its schema.",
	API_VERSION: 'The plugin asks for another version of the plugin contract.',
	NAME_TAKEN: 'A plugin of this name is loaded.',
	INVALID_REGISTRATION: 'A hook, tool, model or command is not of the form that the contract asks for.',
	HOOK_TAKEN: 'The plugin has a hook of this id.',
	TOOL_TAKEN: 'A tool of this name is registered.',
	MODEL_TAKEN: 'This provider has a model of this id.',
	COMMAND_TAKEN: 'A command of this name is registered.',
	COMMAND_NOT_FOUND: 'No command of this name is registered.',
	COMMAND_FAILED: 'A command threw, or answered what is no text.',
	EXEC_FAILED: 'A program could not be started, was called off, took too long or said too much.',
	PLUGIN_GONE: 'The plugin is no longer loaded and cannot register anything.',
	PLUGIN_NOT_FOUND: 'No plugin of this name is loaded.',
	NOT_RELOADABLE: 'The plugin was not loaded from a file and is no program.',
	FILE_NOT_FOUND: 'The path holds no plugin that the host can load.',
	UNTRUSTABLE: 'The folder holds, names or imports something whose content cannot be pinned.',
	NO_ISOLATION: 'The host cannot start plugins in processes of their own.',
	HOST_CLOSED: 'The host has been closed.',
} as const;

/** The closed set of codes that the host itself gives. */
export type HostErrorCode = keyof typeof hostErrors;

/** One fault of settings: where it is from the top, what belongs there and what was found; no secret. */
export interface SettingIssue {
	readonly path: readonly (string | number)[];
	readonly message: string;
}

/** What the host throws at who registers, loads or unloads; match on `code`. */
export class HostError extends Error {
	override readonly name = 'HostError';
	readonly code: HostErrorCode;
	/** With `INVALID_SETTINGS`: each fault. */
	readonly issues: readonly SettingIssue[];

	constructor(code: HostErrorCode, message: string, cause?: unknown, issues: readonly SettingIssue[] = []) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
		this.issues = issues;
	}
}
