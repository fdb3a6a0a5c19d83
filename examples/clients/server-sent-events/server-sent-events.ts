// Forwards a session to browsers by server-sent events: `curl -N URL/events` shows it, `curl -d 'who are you?' URL/prompt`
// prompts. A browser that comes back says the last event it has, and goes on behind it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type EventStream, Myelin } from '@myelin/client';

const myelin = await Myelin.spawn();
const session = await myelin.createSession();

/** The number of an event of this session; one of another, or of none, is nothing to go on from. */
function lastSeq(id: string | string[] | undefined): number | undefined {
	const [of, seq = ''] = String(id).split(':');
	return of === session.id && /^\d+$/.test(seq) ? Number(seq) : undefined;
}

async function* frames(events: EventStream): AsyncGenerator<string> {
	for await (const event of events) {
		yield `id: ${session.id}:${events.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
	}
}

async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
	response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
	const afterSeq = lastSeq(request.headers['last-event-id']);
	const events = session.events(afterSeq === undefined ? {} : { afterSeq });
	response.on('close', () => void events.return?.());
	// A browser that is slow holds the session; one that has gone ends its stream.
	await pipeline(frames(events), response).catch(() => {});
}

async function prompt(request: IncomingMessage, response: ServerResponse): Promise<void> {
	try {
		const { summary } = await session.prompt(await text(request)).result;
		response.end(`${summary?.endReason}\n`);
	} catch (error) {
		response.writeHead(409).end(`${error}\n`);
	}
}

const server = createServer((request, response) => {
	if (request.url === '/events') void listen(request, response);
	else if (request.url === '/prompt' && request.method === 'POST') void prompt(request, response);
	else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
