import { type ModelRef, type Tool, textContent } from '@myelin/core';
import { countingIds, type ScriptedAnswer, scriptedModel } from '@myelin/core/testing';
import type { Envelope } from '../events.ts';
import { noHooks } from '../hooks.ts';
import { Session } from '../session.ts';
import type { OpenOptions, SessionPorts } from '../session-options.ts';
import type { SessionStore, StoreRecord } from '../store.ts';

export const identify = countingIds();

export function portsOf(
	answers: readonly ScriptedAnswer[],
	more: Partial<SessionPorts> & { execute?: Tool['execute'] } = {},
) {
	const { execute = () => 'echoed', ...others } = more;
	const models = [scriptedModel(answers), scriptedModel([], 'other')] as const;
	const echo: Tool = {
		name: 'echo',
		description: 'Says what it is told.',
		jsonSchema: { type: 'object' },
		parse: (args) => ({ ok: true, args }),
		execute,
	};
	const ports: SessionPorts = {
		hooks: noHooks,
		models: {
			list: () => models,
			find: (ref: ModelRef) => models.find(({ id }) => id === ref.id),
			defaultModel: () => models[0],
		},
		tools: { tools: () => [echo] },
		identify,
		...others,
	};
	return { ports, model: models[0] };
}

export function record(session: Session): Envelope[] {
	const heard: Envelope[] = [];
	session.subscribe((envelope) => void heard.push(envelope));
	return heard;
}

export const typesOf = (heard: readonly Envelope[]) => heard.map(({ event }) => event.type);

export async function created(
	store: SessionStore,
	answers: readonly ScriptedAnswer[],
	more: Parameters<typeof portsOf>[1] = {},
) {
	const { ports, model } = portsOf(answers, more);
	const session = await Session.create(store, { id: 's1', cwd: '/work' }, ports);
	return { session, model, heard: record(session) };
}

export async function opened(store: SessionStore, answers: readonly ScriptedAnswer[] = [], options: OpenOptions = {}) {
	const { ports, model } = portsOf(answers);
	const session = await Session.open(store, 's1', ports, options);
	return { session, model, heard: record(session) };
}

export const textsOf = (session: Session) =>
	session.messages().map((message) => `${message.role}: ${textContent(message)}`);

export async function entryTypes(session: Session): Promise<string[]> {
	return (await session.entries({ limit: 1000 })).entries.map(({ type }) => type);
}

/** A store whose appends can be made to fail, at once or late. */
export function failingStore(
	store: SessionStore,
	fails: (records: readonly StoreRecord[]) => boolean,
	late = false,
): SessionStore {
	const wrap = (lease: Awaited<ReturnType<SessionStore['acquire']>>) => ({
		...lease,
		append(records: readonly StoreRecord[]) {
			const act = () => {
				if (fails(records)) throw new Error('the disk is full');
				return lease.append(records);
			};
			return late ? Promise.resolve().then(act) : act();
		},
	});
	return {
		...store,
		create: async (header) => wrap(await store.create(header)),
		acquire: async (sessionId) => wrap(await store.acquire(sessionId)),
	};
}

export function writes(type: string, text = ''): (records: readonly StoreRecord[]) => boolean {
	return (records) =>
		records.some(
			(record) =>
				record.kind === 'entry' && record.entry.type === type && JSON.stringify(record.entry.data).includes(text),
		);
}
