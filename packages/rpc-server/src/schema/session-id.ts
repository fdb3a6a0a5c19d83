import * as z from 'zod';

/** Names a session. */
export const sessionId = z.string().min(1);
