import type { ConcernSource } from '../concern.ts';
import { nameSession } from './name-session.ts';
import { recordCalls } from './record-calls.ts';
import { recordGoals } from './record-goals.ts';
import { recordMessages } from './record-messages.ts';
import { recordRuns } from './record-runs.ts';
import { recordTools } from './record-tools.ts';
import { syncTurns } from './sync-turns.ts';
import { tellQueue } from './tell-queue.ts';
import { tellRetries } from './tell-retries.ts';

/** What a session does about its events, in this order: a call of the model is recorded before its message, which it speaks of. */
export const allConcerns: readonly ConcernSource[] = [
	recordTools,
	recordCalls,
	recordMessages,
	recordRuns,
	recordGoals,
	nameSession,
	syncTurns,
	tellQueue,
	tellRetries,
];
