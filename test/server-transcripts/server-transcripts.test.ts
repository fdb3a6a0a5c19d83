import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fill } from '../transcripts/match.mjs';
import { callScenarios } from './call-scenarios.ts';
import { Names } from './names.ts';
import { type Message, ownNames, type Script, scenarios } from './scenarios.ts';
import { startScriptedServer } from './scripted-server.ts';
import { playWire, type WireLine, wireFolder, wireScenarios } from './wire-recording.ts';

interface Line {
	readonly script?: Script;
	readonly client?: Message;
	readonly server?: Message;
}

function readLines<L = Line>(path: string): L[] {
	const text = readFileSync(path, 'utf8');
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

/** A placeholder of the client's stands for a value of its own. */
const bound = new Map<string, unknown>(ownNames.map((name) => [name, `mine:${name}`]));

const withClients = { ...scenarios, ...callScenarios };

it.each(Object.entries(withClients))('%s is what the real server says, message by message', async (name, scenario) => {
	const [head, ...lines] = readLines(join(import.meta.dirname, '../transcripts', `${name}.jsonl`));
	const server = await startScriptedServer(head?.script ?? [], scenario);
	const names = new Names(server.folder);
	try {
		for (const { client, server: said } of lines) {
			if (client !== undefined) server.send(names.resolve(fill(client, bound) as Message));
			if (said !== undefined) expect(names.name(await server.next())).toEqual(fill(said, bound));
		}
	} finally {
		await server.close();
	}
});

it.each(Object.entries(wireScenarios))('%s is what the real server says to a bare client', async (name, scenario) => {
	const [, ...lines] = readLines<WireLine>(join(wireFolder, `${name}.jsonl`));
	expect(await playWire(scenario, lines)).toEqual(lines);
});
