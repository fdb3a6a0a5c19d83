import { join } from 'node:path';
import type { WireScenario, WireStep } from './conversation.ts';
import { errorScenarios } from './error-scenarios.ts';
import { methodScenarios } from './method-scenarios.ts';
import { Names } from './names.ts';
import type { Message } from './scenarios.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** One line of a wire transcript: what the client sends, as a message or as bytes, and what the server says. */
export type WireLine = { readonly client: Message } | { readonly text: string } | { readonly server: Message };

/** All conversations without a client library, by the name of their file. */
export const wireScenarios: Readonly<Record<string, WireScenario>> = { ...methodScenarios, ...errorScenarios };

/** Where the transcripts are. */
export const wireFolder = join(import.meta.dirname, 'wire');

/** Holds a conversation with a real server; `listen` is given each message as a transcript has it. */
async function converse(
	{ script = [], ...surroundings }: WireScenario,
	act: (speaker: { say(step: WireLine): void; next(): Promise<Message> }) => Promise<void>,
): Promise<void> {
	const server = await startScriptedServer(script, surroundings);
	const names = new Names(server.folder);
	try {
		await act({ say: (line) => say(server, names, line), next: async () => names.name(await server.next()) });
	} finally {
		await server.close();
	}
}

function say(server: ScriptedServer, names: Names, line: WireLine): void {
	if ('client' in line) server.send(names.resolve(line.client));
	if ('text' in line) server.write(line.text);
}

/** The lines of a scenario's transcript. */
export async function recordWire(scenario: WireScenario): Promise<readonly WireLine[]> {
	const lines: WireLine[] = [];
	await converse(scenario, async ({ say, next }) => {
		for (const step of scenario.steps) {
			if (!('until' in step)) {
				say(step);
				lines.push(step);
				continue;
			}
			for (let found = false; !found; ) {
				const message = await next();
				lines.push({ server: message });
				found = isMeant(message, step);
			}
		}
	});
	return lines;
}

/** Sends what a transcript's client sends; answers what the server says at each of its lines. */
export async function playWire(scenario: WireScenario, lines: readonly WireLine[]): Promise<readonly WireLine[]> {
	const said: WireLine[] = [];
	await converse(scenario, async ({ say, next }) => {
		for (const line of lines) {
			if (!('server' in line)) say(line);
			said.push('server' in line ? { server: await next() } : line);
		}
	});
	return said;
}

function isMeant(message: Message, { until }: WireStep & { readonly until: number | string }): boolean {
	const { params } = message as { params?: { event?: { type: string } } };
	if (message.method === undefined) return String(message.id) === String(until);
	return message.method === until || params?.event?.type === until;
}
