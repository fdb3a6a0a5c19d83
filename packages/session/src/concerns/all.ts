import type { Concern } from '../concern.ts';
import { recordMessages } from './record-messages.ts';
import { recordRuns } from './record-runs.ts';
import { recordTools } from './record-tools.ts';
import { syncTurns } from './sync-turns.ts';
import { tellQueue } from './tell-queue.ts';

/** What a session does about its events, in this order. */
export const allConcerns: readonly Concern[] = [recordTools, recordMessages, recordRuns, syncTurns, tellQueue];
