import { hasCode } from './errors.ts';
import {
	type AttachParams,
	parseSessionOpenResult,
	type SessionCreateParams,
	type SessionOpenParams,
} from './generated/protocol.ts';
import type { Link } from './link.ts';
import { createScope, type Scope, type ScopeParts } from './scope.ts';
import { type CallOptions, createSession, type Session } from './session.ts';
import { createSessionStream, type SessionStream, type Standing, type StreamPorts } from './session-stream.ts';

/** What a program wishes to be sent of a session. */
type Wishes = Omit<AttachParams, 'sessionId' | 'afterSeq' | 'seenSeq'>;

/** Characters of events that may be on their way, or wait for a slow consumer, unless the program says otherwise. */
const defaultWindowBytes = 256 * 1024;

/** The sessions of one client: one handle each, while they are subscribed to. */
export interface OpenSessions {
	create(params: SessionCreateParams, options: CallOptions): Promise<Session>;
	open(params: SessionOpenParams, options: CallOptions): Promise<Session>;
	/** The server has ended a session. */
	forget(sessionId: string): void;
}

/** What sessions are made with. */
export interface OpenSessionsParts extends ScopeParts {
	readonly recovered: Link['recovered'];
	readonly restoring: Link['restoring'];
	/** The connection's own scope. */
	readonly outer: Scope;
	/** Where the streams that are attached, and the scopes there are, are found. */
	readonly streams: Map<string, SessionStream>;
	readonly scopes: Set<Scope>;
}

/** No sessions yet. */
export function createOpenSessions(parts: OpenSessionsParts): OpenSessions {
	const { requests, recovered, restoring, streams, scopes } = parts;
	const handles = new Map<string, { readonly session: Session; readonly end: () => void }>();
	/** What was registered for sessions that somebody closed: it is in force where they are opened again. */
	const standing = new Map<string, Scope>();

	function begin(result: unknown, given: Wishes): Session {
		const { sessionId, seq, findings = [] } = parseSessionOpenResult(result as never);
		const { state } = result as Standing;
		let wishes = waiting(given);
		const attachTo: StreamPorts['attach'] = (via, behind, accept) => {
			const params = { sessionId, ...behind, ...wishes };
			return via.request('session/attach', params, { accept: (standing) => accept(standing as Standing) });
		};
		const stream = createSessionStream({ seq, state }, wishes.windowBytes ?? defaultWindowBytes, {
			requests,
			attach: attachTo,
			async rejoin(via, behind, accept) {
				try {
					await attachTo(via, behind, accept);
				} catch (error) {
					if (!hasCode(error, 'SESSION_NOT_FOUND')) throw error;
					await via.request('session/open', { sessionId, ...wishes });
					// Its guards first: nothing of it goes on without them.
					await scope.again(via);
					await attachTo(via, behind, accept);
				}
			},
			ack: (taken) => requests.notify('session/ack', { sessionId, seq: taken }),
			isPassing: (error) => recovered(error) !== undefined,
			onOver(reason) {
				if (reason === 'deleted') return end();
				if (handles.get(sessionId)?.end === end) handles.delete(sessionId);
				standing.set(sessionId, scope);
			},
		});
		const scope = standing.get(sessionId) ?? createScope(parts, sessionId, parts.outer);
		standing.delete(sessionId);
		const end = () => {
			handles.delete(sessionId);
			standing.delete(sessionId);
			streams.delete(sessionId);
			scopes.delete(scope);
			scope.forget();
			stream.end();
		};
		const session = createSession(sessionId, {
			requests,
			stream,
			scope,
			findings,
			recovered,
			restoring,
			onClosed: end,
			onDetached() {
				handles.delete(sessionId);
				streams.delete(sessionId);
				scope.forget();
				stream.pause();
			},
			attach({ afterSeq, ...others }, signal) {
				const wished = waiting(withWindow(others));
				const behind = afterSeq === undefined ? undefined : stream.behind(afterSeq);
				const params = { sessionId, ...behind, ...wished };
				const accept = (standing: unknown) => {
					wishes = wished;
					handles.set(sessionId, { session, end });
					streams.set(sessionId, stream);
					stream.begin(standing as Standing, behind);
				};
				return requests.request('session/attach', params, { signal, accept });
			},
		});
		scopes.add(scope);
		streams.set(sessionId, stream);
		handles.set(sessionId, { session, end });
		return session;
	}

	/** A session that nobody waits for any more is given back. */
	function giveBack(method: 'session/close' | 'session/detach') {
		return (result: unknown) => {
			const { sessionId } = result as { sessionId: string };
			requests.request(method, { sessionId }).catch(() => {});
		};
	}

	return {
		create(params, { signal }) {
			const whole = withWindow(params);
			const accept = (result: unknown) => begin(result, wishesOf(whole));
			return requests.request('session/create', whole, { signal, accept, onLate: giveBack('session/close') });
		},
		open(params, { signal }) {
			const handle = handles.get(params.sessionId);
			if (handle !== undefined) return Promise.resolve(handle.session);
			const whole = withWindow(params);
			const accept = (result: unknown) => begin(result, wishesOf(whole));
			return requests.request('session/open', whole, { signal, accept, onLate: giveBack('session/detach') });
		},
		forget: (sessionId) => handles.get(sessionId)?.end(),
	};
}

/** Acknowledging every event needs no window; everything else has one. */
function withWindow<P extends Wishes>(params: P): P {
	return params.acknowledge === true ? params : { windowBytes: defaultWindowBytes, ...params };
}

/** Who made or opened a session is waited for in its later subscriptions as well, unless it wishes otherwise. */
function waiting(wishes: Wishes): Wishes {
	return { ...wishes, whenFull: wishes.whenFull ?? 'wait' };
}

function wishesOf({ snapshots, chunks, types, windowBytes, acknowledge, whenFull }: Wishes): Wishes {
	return {
		...(snapshots !== undefined && { snapshots }),
		...(chunks !== undefined && { chunks }),
		...(types !== undefined && { types }),
		...(windowBytes !== undefined && { windowBytes }),
		...(acknowledge !== undefined && { acknowledge }),
		...(whenFull !== undefined && { whenFull }),
	};
}
