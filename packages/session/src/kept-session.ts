import { type Clock, type Identify, type Message, randomId, systemClock } from '@myelin/core';
import { EntryLog } from './entry-log.ts';
import { type LoadedSession, loadSession } from './load-session.ts';
import type { SessionHeader, SessionReader, SessionStore } from './store.ts';
import { type OpenCall, openCallEntry, openCalls } from './unknown-outcomes.ts';

/** A session as its store has it. */
export interface KeptSession {
	readonly reader: SessionReader;
	/** Absent when it may only be read. */
	readonly log?: EntryLog;
	readonly loaded: LoadedSession;
	/** What a person should know of it: what was cut, could not be read, or has an unknown outcome. */
	readonly findings: readonly string[];
}

/** What opening needs. */
export interface KeptPorts {
	readonly clock?: Clock;
	readonly identify?: Identify;
}

/** Makes a session in a store. */
export async function createKept(store: SessionStore, header: SessionHeader, ports: KeptPorts): Promise<KeptSession> {
	const lease = await store.create(header);
	const log = new EntryLog(lease, ports.identify ?? randomId);
	return { reader: lease, log, loaded: await loadSession(lease), findings: [] };
}

/** Opens a session for writing. Calls that were cut off get the message that they lack. */
export async function openKept(store: SessionStore, sessionId: string, ports: KeptPorts): Promise<KeptSession> {
	const lease = await store.acquire(sessionId);
	try {
		const loaded = await loadSession(lease);
		const log = new EntryLog(lease, ports.identify ?? randomId, loaded.tree, loaded.seq);
		const { calls, loaded: settled } = await settleCalls(log, loaded, ports);
		return { reader: lease, log, loaded: settled, findings: findingsOf(lease, loaded, calls) };
	} catch (error) {
		await lease.release();
		throw error;
	}
}

/** Opens a session for reading; nothing is written. */
export async function readKept(store: SessionStore, sessionId: string, ports: KeptPorts): Promise<KeptSession> {
	const reader = await store.open(sessionId);
	const loaded = await loadSession(reader);
	const calls = openCallsOf(loaded, ports);
	return { reader, loaded: withMessages(loaded, calls), findings: findingsOf(reader, loaded, calls) };
}

/** Reads what the store holds after a write failed: from here on that is what happened. */
export async function renewKept(log: EntryLog, ports: KeptPorts): Promise<LoadedSession> {
	const loaded = await loadSession(log.lease);
	log.renew(loaded.tree, loaded.seq);
	return (await settleCalls(log, loaded, ports)).loaded;
}

async function settleCalls(log: EntryLog, loaded: LoadedSession, ports: KeptPorts) {
	const calls = openCallsOf(loaded, ports);
	if (calls.length > 0) await log.append(calls.map(openCallEntry), loaded.seq, (ports.clock ?? systemClock).now());
	return { calls, loaded: withMessages(loaded, calls) };
}

function openCallsOf({ messages, results }: LoadedSession, { clock, identify }: KeptPorts): readonly OpenCall[] {
	return openCalls(messages, results, identify ?? randomId, (clock ?? systemClock).now());
}

function withMessages(loaded: LoadedSession, calls: readonly OpenCall[]): LoadedSession {
	const messages: readonly Message[] = [...loaded.messages, ...calls.map(({ message }) => message)];
	return { ...loaded, messages };
}

function findingsOf({ tornBytes }: SessionReader, loaded: LoadedSession, calls: readonly OpenCall[]): string[] {
	const findings: string[] = [];
	if (tornBytes > 0)
		findings.push(
			`The session's last ${tornBytes} bytes are no whole line and were left out: a write was cut off there.`,
		);
	if (loaded.damagedLines.length > 0)
		findings.push(`These lines of the session cannot be read and were left out: ${loaded.damagedLines.join(', ')}.`);
	const unknown = calls
		.filter(({ known }) => !known)
		.map(({ message }) => `${message.toolName} (${message.toolCallId})`);
	if (unknown.length > 0)
		findings.push(
			`The outcome of these tool calls is unknown, inspect first what they changed: ${unknown.join(', ')}.`,
		);
	return findings;
}
