import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import protocol from '@myelin/rpc-server/schema/protocol.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { callScenarios } from './call-scenarios.ts';
import { scenarios } from './scenarios.ts';
import { wireFolder, wireScenarios } from './wire-recording.ts';

/** Codes that no client of a real server can be answered with, and why. */
const unreachable: Readonly<Record<string, string>> = {
	SESSION_CLOSED: 'a closed session is not found any more',
	SESSION_EXISTS: 'the server makes ids itself, and looks whether they are taken',
	SESSION_READ_ONLY: 'the server opens sessions for writing, or not at all',
	LISTENER_FAILED: "the server's subscribers do not throw",
	DISCONNECTED: 'a client that has gone is answered nothing, and its hook or tool fails with that in words',
	CLIENT_FAILED: 'what a client failed at is a hook or a tool, and fails with that in words',
};

const files = [
	...Object.keys({ ...scenarios, ...callScenarios }).map((name) =>
		join(import.meta.dirname, '../transcripts', `${name}.jsonl`),
	),
	...readdirSync(wireFolder).map((name) => join(wireFolder, name)),
];

const messages = files
	.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
	.map((line) => JSON.parse(line))
	.flatMap(({ client, server }) => [client, server])
	.filter((message) => message !== undefined);

/** The names that are no message's method. */
const unsaid = (methods: object) =>
	Object.keys(methods).filter((method) => !messages.some((message) => message.method === method));

describe('the conversations with a real server', () => {
	it('are those of the scenarios', () => {
		expect(readdirSync(wireFolder).sort()).toEqual(
			Object.keys(wireScenarios)
				.map((name) => `${name}.jsonl`)
				.sort(),
		);
	});

	it('have every method of the protocol in them', () => {
		const { clientRequests, clientNotifications, serverRequests, serverNotifications } = protocol;
		const all = { ...clientRequests, ...clientNotifications, ...serverRequests, ...serverNotifications };
		expect(unsaid(all)).toEqual([]);
	});

	it('have every error code in them that there can be', () => {
		const said = JSON.stringify(messages);
		const codes = Object.keys(protocol.errors).filter((code) => !said.includes(`"code":"${code}"`));
		expect(codes.sort()).toEqual(Object.keys(unreachable).sort());
	});
});
