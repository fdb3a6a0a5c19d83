import type { Session } from '@myelin/session';
import type { ServerParts } from './client.ts';

/** Milliseconds in which a client that makes a session may say what else it wants, before anything is loaded that would hold that up. */
const quietMs = 20;

/** Lets a session's model load what its first call needs, while nobody waits. What a prompt needs before then it loads itself. */
export function prepareSoon(session: Session, { log, subscriptions: { clock } }: ServerParts): void {
	clock.after(quietMs, () => {
		session.prepare().catch((error) => log.debug(`the model of session ${session.id} could not be prepared:`, error));
	});
}
