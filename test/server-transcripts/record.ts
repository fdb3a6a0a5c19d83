// usage: npx tsx --conditions=@myelin/source test/server-transcripts/record.ts
// Writes test/transcripts/server-*.jsonl and test/server-transcripts/wire/*.jsonl from conversations with a real server. Read the
// difference before you commit it. With names as arguments: these alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';
import { fill } from '../transcripts/match.mjs';
import { callScenarios } from './call-scenarios.ts';
import { Names } from './names.ts';
import { type Message, ownNames, type Scenario, type Step, scenarios } from './scenarios.ts';
import { startScriptedServer } from './scripted-server.ts';
import { recordWire, wireFolder, wireScenarios } from './wire-recording.ts';

/** The lines of a scenario's transcript, from a run with a real server. */
async function record({ note, script, steps, ...surroundings }: Scenario): Promise<Message[]> {
	const server = await startScriptedServer(script, surroundings);
	const names = new Names(server.folder);
	const lines: Message[] = [{ note, script }];
	const events: string[] = [];
	try {
		for (const step of steps) {
			if ('answered' in step || 'called' in step) lines.push(seen(step, lines));
			else if (!('until' in step)) lines.push(...act(step, (message) => server.send(names.resolve(message))));
			else await listen(step.until, async () => names.name(await server.next()), lines, events);
		}
	} finally {
		await server.close();
	}
	return [...lines, ...closing(lines, events)];
}

/** What the program is to see of a message that the server has sent. */
function seen(
	step: Extract<Step, { readonly answered: string } | { readonly called: string }>,
	lines: readonly Message[],
): Message {
	const said = lines.map(({ server }) => server as Message | undefined);
	if ('called' in step) {
		const call = said.findLast((message) => message?.method === step.called)?.params;
		return { expect: { call, of: step.of } };
	}
	const answer = said.find((message) => message?.id === step.answered)?.result as Message;
	const result = step.pick === undefined ? answer : answer[step.pick];
	// A program does not choose the ids of its prompts.
	return JSON.parse(JSON.stringify({ expect: { result, of: step.of } }).replaceAll('"$bind:p"', '"$any"'));
}

function act(
	step: Extract<Step, { readonly sends?: unknown; readonly until?: undefined }>,
	send: (message: Message) => void,
): Message[] {
	const lines: Message[] = [];
	if (step.do !== undefined) lines.push({ do: step.do });
	if (step.expect !== undefined) lines.push({ expect: step.expect });
	for (const message of step.sends ?? []) {
		send(fill(message, bound) as Message);
		lines.push({ client: message });
	}
	return lines;
}

/** In a recording the placeholders of a client's own values stand for themselves. */
const bound = new Map<string, unknown>(ownNames.map((name) => [name, `own:${name}`]));

async function listen(until: string, next: () => Promise<Message>, lines: Message[], events: string[]): Promise<void> {
	for (;;) {
		const message = placeholders(await next()) as {
			id?: unknown;
			method?: string;
			params?: { event?: { type: string } };
		} & Message;
		lines.push({ server: message });
		const type = message.params?.event?.type;
		if (type !== undefined) events.push(type);
		if (message.id === until || message.method === until || type === until) return;
	}
}

function placeholders(message: Message): Message {
	return JSON.parse(
		JSON.stringify(message)
			.replaceAll('"own:p"', '"$bind:p"')
			.replace(/"own:(\w+)"/g, '"$id:$1"'),
	);
}

/** What the program has seen by then, unless the scenario has looked already. */
function closing(lines: readonly Message[], events: readonly string[]): Message[] {
	const seen = lines.flatMap((line) => (line.expect as { types?: string[] } | undefined)?.types ?? []).length;
	const answer = lines
		.map((line) => line.server as Message | undefined)
		.find((message) => message?.id === '$id:prompt');
	if (answer === undefined) return [];
	const { summary } = (answer.result ?? {}) as { summary?: Message };
	// A run's events begin with its own start, whatever the session said before.
	const own = events.slice(events.indexOf('agent_start') + seen, events.lastIndexOf('agent_end') + 1);
	return [{ expect: { types: own } }, { expect: { end: true } }, { expect: { summary } }];
}

await bundle();
const only = process.argv.slice(2);
const isWanted = (name: string) => only.length === 0 || only.includes(name);

function write(path: string, lines: readonly object[]): void {
	writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
	console.log(`recorded ${path}`);
}

for (const [name, scenario] of Object.entries({ ...scenarios, ...callScenarios }).filter(([name]) => isWanted(name)))
	write(join(import.meta.dirname, '../transcripts', `${name}.jsonl`), await record(scenario));
for (const [name, scenario] of Object.entries(wireScenarios).filter(([name]) => isWanted(name)))
	write(join(wireFolder, `${name}.jsonl`), [{ note: scenario.note }, ...(await recordWire(scenario))]);
