import { textContent } from '@myelin/core';
import { type ScriptedModel, saying, scriptedModel } from '@myelin/core/testing';
import { createPluginHost } from '@myelin/plugins/host';
import { type Envelope, memoryStore, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A kept session whose one plugin and one subscriber say what they see, in one list. */
async function watchedSession(model: ScriptedModel) {
	const host = createPluginHost({ settings: {}, log: silent });
	const store = memoryStore();
	const seen: string[] = [];
	let session: Session | undefined;
	// What is said already is in the history from the moment on that the session has it; its state is of what has been told.
	const stateText = () => {
		const streaming = session?.state().streamingMessage;
		return `${session?.messages().length} said, telling ${streaming == null ? 'none' : textContent(streaming)}`;
	};
	await host.add(
		{
			name: 'watcher',
			setup(myelin) {
				myelin.registerModel(model);
				myelin.on('message_update', ({ delta }) => void seen.push(`plugin ${delta}| ${stateText()}`));
				myelin.on('message_end', ({ message }) => void seen.push(`plugin end of ${message.role}| ${stateText()}`));
			},
		},
		'test',
	);
	session = await Session.create(
		store,
		{ id: 's1', cwd: '/' },
		{ hooks: host.hooks, models: host.models, tools: host.tools },
	);
	session.subscribe(({ event }: Envelope) => {
		if (event.type === 'message_update') seen.push(`subscriber ${event.delta}| ${stateText()}`);
		if (event.type === 'message_end') seen.push(`subscriber end of ${event.message.role}| ${stateText()}`);
	});
	return { session, seen };
}

it('one delta passes the model, the loop, the state, the plugins and the subscribers, in this order, each with its own state from it', async () => {
	verifies('R6');
	verifies('R123');
	verifies('R131');
	const { session, seen } = await watchedSession(scriptedModel([saying('one two')]));
	await session.prompt('go');
	expect(seen).toEqual([
		'plugin end of user| 1 said, telling none',
		'subscriber end of user| 1 said, telling none',
		'plugin one | 1 said, telling ',
		'subscriber one | 1 said, telling one ',
		'plugin two| 1 said, telling one ',
		'subscriber two| 1 said, telling one two',
		'plugin end of assistant| 2 said, telling one two',
		'subscriber end of assistant| 2 said, telling none',
	]);
	await session.close();
});
