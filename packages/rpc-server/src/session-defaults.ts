import type { SessionOptions } from '@myelin/session';

/** What a person sets for all sessions that do not ask for it themselves; it is kept with each. */
export type SessionDefaults = Pick<SessionOptions, 'maxTurns' | 'budget' | 'compaction'>;
