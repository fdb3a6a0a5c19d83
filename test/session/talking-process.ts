// usage: node talking-process.mjs FOLDER ROUND
// Goes on with the session in FOLDER until it is killed or nothing more can be written, and announces on standard output
// whatever a subscriber hears, and as `failed` whatever failed.
import { writeSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Model, ModelChunk, ModelRequest } from '@myelin/core';
import { type Envelope, jsonlStore, noHooks, Session, SessionError, type SessionPorts } from '@myelin/session';

const [folder = '', round = ''] = process.argv.slice(2);

/** Calls the tool, then says something, and so on. */
const model: Model = {
	id: 'talker',
	provider: 'test',
	contextWindow: 100_000,
	maxOutputTokens: 1000,
	capabilities: { thinking: false, images: false, tools: true },
	stream: (request) => answerTo(request),
};

async function* answerTo({ messages }: ModelRequest): AsyncGenerator<readonly ModelChunk[]> {
	await breathe();
	if (messages.at(-1)?.role === 'tool') {
		for (const delta of ['It ', 'said ', 'so. ', 'x'.repeat(2000)]) {
			yield [{ type: 'text_delta', index: 0, delta }];
			await breathe();
		}
		yield [{ type: 'done', stopReason: 'stop' }];
		return;
	}
	for (const index of [0, 1]) {
		yield [
			{ type: 'tool_call_start', index, id: `call_${round}_${messages.length}_${index}`, name: 'echo' },
			{ type: 'tool_call_delta', index, delta: `{"text":"${'y'.repeat(500)}"}` },
		];
	}
	yield [{ type: 'done', stopReason: 'tool_use' }];
}

const ports: SessionPorts = {
	hooks: noHooks,
	models: { list: () => [model], find: () => model, defaultModel: () => model },
	tools: {
		tools: () => [
			{
				name: 'echo',
				description: 'Says what it is told.',
				jsonSchema: { type: 'object' },
				parse: (args) => ({ ok: true, args }),
				async execute({ text }) {
					await breathe();
					return `echoed ${text}`;
				},
			},
		],
	},
};

async function open(): Promise<Session> {
	const store = jsonlStore(folder);
	try {
		return await Session.open(store, 'talk', ports);
	} catch (error) {
		if (!(error instanceof SessionError) || error.code !== 'SESSION_NOT_FOUND') throw error;
		return await Session.create(store, { id: 'talk', cwd: '/' }, ports);
	}
}

function announce({ seq, event, promptIds }: Envelope): void {
	writeSync(1, `${JSON.stringify({ seq, promptIds, event })}\n`);
}

const session = await open();
session.subscribe(announce);
let failures = 0;
for (let number = 0; failures < 3; number++) {
	try {
		await session.prompt(`prompt ${number}`, { promptId: `p-${round}-${number}` });
		if (number % 3 === 0) await session.rename(`name ${round} ${number}`);
	} catch (error) {
		failures++;
		const { code, message } = error as SessionError;
		writeSync(1, `${JSON.stringify({ failed: code, message })}\n`);
	}
}
