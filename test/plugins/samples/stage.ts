import type { ScriptedAnswer, ScriptedModel } from '@myelin/core/testing';
import type { PluginHost } from '@myelin/plugins/host';
import type { Session, SessionOptions, SessionStore } from '@myelin/session';

/** What a sample is played on. */
export interface Stage {
	readonly host: PluginHost;
	readonly session: Session;
	readonly store: SessionStore;
	readonly model: ScriptedModel;
	/** Resolves at the next event of this type. */
	heard(type: string): Promise<void>;
}

/** What a plugin in a folder of its own does: `plugin.ts` beside it. */
export interface Sample {
	/** One sentence. */
	readonly says: string;
	/** What the model answers, one call after another. */
	readonly script?: readonly ScriptedAnswer[];
	readonly options?: Partial<SessionOptions>;
	/** What is done; a prompt if absent. */
	act?(stage: Stage): Promise<unknown>;
	/** Events that come of it: those of the types named here, in this order, each with at least these members. */
	readonly events?: readonly object[];
	/** What the plugin logs. */
	readonly logged?: readonly string[];
	/** What the model is shown last: the last text. */
	readonly shown?: string;
}
