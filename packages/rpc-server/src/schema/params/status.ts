import * as z from 'zod';
import { count, define } from '../define.ts';

export const ServerStatus = define(
	'ServerStatus',
	'How the server fares. `memoryBytes` is what the process occupies.',
	z.object({
		version: z.string(),
		pid: count,
		uptimeMs: count,
		memoryBytes: count,
		clients: count,
		sessions: count,
		runs: count,
	}),
);
