// usage: node read-session.ts FOLDER SESSION open|relay
// Opens a kept session, or does the least that can be done with its file: split it into lines, parse each, and keep the messages.
// Prints the milliseconds, and the megabytes at the peak.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jsonlStore, Session } from '@myelin/session';
import { benchPorts } from './bench-ports.ts';

const [folder = '', sessionId = '', how = ''] = process.argv.slice(2);

async function relay(): Promise<number> {
	const kept: unknown[] = [];
	const lines = createInterface({ input: createReadStream(join(folder, `${sessionId}.jsonl`)) });
	for await (const line of lines) kept.push(JSON.parse(line));
	return kept.length;
}

async function open(): Promise<number> {
	const session = await Session.open(jsonlStore(folder), sessionId, benchPorts(), { readOnly: true });
	return session.messages().length;
}

const since = performance.now();
const count = await (how === 'open' ? open() : relay());
if (count === 0) throw new Error(`the session ${sessionId} is empty`);
console.log(JSON.stringify({ ms: performance.now() - since, megabytes: process.resourceUsage().maxRSS / 1024 }));
