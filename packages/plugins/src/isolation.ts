import type { JsonObject } from '@myelin/core';
import type { JoinOptions, PluginHandle } from './plugin-handle.ts';

/** A plugin in a process of its own: a program in any language that speaks the client protocol over its standard input and output. */
export interface PluginProgram {
	/** What its hooks, tools and failures go by, whatever it calls itself. */
	readonly name: string;
	/** The program, looked up on the PATH, and its arguments. */
	readonly command: readonly [string, ...string[]];
	/** Its working folder: an absolute path. */
	readonly cwd: string;
}

/** A program that is kept running: whenever it ends unasked, it is started again after a while. */
export interface RunningProgram {
	/** Resolves once it has said that all it has is registered. Rejects with what kept its first start from that. */
	readonly ready: Promise<void>;
	/** Ends it and all that it started, and resolves when they are gone. */
	stop(): Promise<void>;
}

/** Asked before code that was run before is run again; rejects with why it must not. */
export type Recheck = () => Promise<void>;

/**
 * Starts plugins in processes of their own; supplied by whoever speaks the protocol. `join` makes room for the plugin, once for
 * each start of its process, and again for each session that it registers something for. `settings` is its part of the settings.
 * `recheck` is asked before each start after the first; one that it refuses is not made, and no other follows.
 */
export type Isolation = (
	program: PluginProgram,
	settings: JsonObject,
	join: (options: JoinOptions) => PluginHandle,
	recheck: Recheck,
) => RunningProgram;
