import type { Envelope, Session } from '@myelin/session';
import type { Connection } from './connection.ts';
import { createWireForm, type WireForm, type WireOptions } from './wire-events.ts';

/** One client's subscription to one session: every event goes out in order, and a full pipe holds the session. */
export interface Subscription {
	readonly session: Session;
	/** Whether the client has this message's body. */
	knows(messageId: string): boolean;
	end(): void;
}

/** Subscribes a connection to a session from now on. */
export function subscribe(session: Session, connection: Connection, options: WireOptions): Subscription {
	const form = createWireForm(options, session.state().seq);
	const end = session.subscribe((envelope) => connection.send(message(form, envelope)));
	return { session, knows: form.knows, end };
}

function message(form: WireForm, envelope: Envelope): string {
	return JSON.stringify({ jsonrpc: '2.0', method: 'session/event', params: form.next(envelope) });
}
