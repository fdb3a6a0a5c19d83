import type { HookScope } from '@myelin/session';
import type { HookContext, PluginApi } from './plugin.ts';
import type { Heard } from './ui.ts';
import type { Voice } from './voice.ts';

/** A plugin that lives elsewhere, as whoever speaks for it holds it. */
export interface PluginHandle {
	readonly api: PluginApi;
	/** Its voice in a session that is open; the scope's signal ends its questions. */
	voice(scope: Omit<HookScope, 'report'>): Voice;
	/** A person was asked for one of its hook's calls, the one of this context: its decision says whether one answered. */
	hear(context: HookContext, what: NonNullable<Heard>): void;
	/** It acts in this session from now on: gates that it left there, and has registered again, are its own hooks. */
	comeTo(sessionId: string): void;
	/** It acts in this session no longer: what it offers there is gone. */
	goFrom(sessionId: string): void;
	/** It has registered all it has: gates that it left when it was lost, and did not register again, are taken away. */
	complete(): void;
	/** Its process went away unasked: its gates stay shut until it registers them again under the same name and for the same sessions, or leaves. */
	lose(reason: string): void;
	/** It goes, with all it registered. */
	leave(): void;
}

/** On what terms a plugin that lives elsewhere joins. */
export interface JoinOptions {
	/** The one session that it may interfere with. */
	readonly session?: string;
	/** Tells the sessions that it may interfere with where it is not for one alone, all if absent; asked also after it was lost. */
	readonly sessions?: (sessionId: string) => boolean;
	/** Those of these sessions that it has come to; asked also after it was lost. */
	readonly held?: () => readonly string[];
	/** Called when it has failed so often that it is asked no more. */
	readonly onQuarantine?: () => void;
}
