// usage: count.ts client|bare COUNT   prints events a second, microseconds of processor for each, megabytes after a tenth and at the end, and ms from spawn to the first event
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Myelin } from '@myelin/client';

const [kind, count = '0'] = process.argv.slice(2);
const command = [process.execPath, join(import.meta.dirname, 'flood.mjs'), count];
const tenth = Number(count) / 10;
const figures = { rate: 0, cpu: 0, early: 0, late: 0, first: 0 };
let seen = 0;
let began = 0;
let cpuBefore = process.cpuUsage();
const spawned = performance.now();

function note(): void {
	if (seen === 0) {
		began = performance.now();
		cpuBefore = process.cpuUsage();
		figures.first = began - spawned;
	}
	seen += 1;
	if (seen === tenth) figures.early = memory();
}

function measure(): void {
	const { user, system } = process.cpuUsage(cpuBefore);
	figures.rate = seen / ((performance.now() - began) / 1000);
	figures.cpu = (user + system) / seen;
}

function memory(): number {
	globalThis.gc?.();
	return process.memoryUsage().rss / 1e6;
}

async function byClient(): Promise<void> {
	await using myelin = await Myelin.spawn({ command });
	const session = await myelin.createSession();
	let length = 0;
	for await (const event of session.prompt('go')) {
		note();
		if (event.type === 'message_update') length += event.delta.length;
	}
	measure();
	if (length !== Number(count) * 20) throw new Error(`${length} characters came`);
	figures.late = memory();
}

async function byPipe(): Promise<void> {
	const [program = '', ...args] = command;
	const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
	const send = (id: number, method: string, params: object) =>
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
	send(1, 'initialize', {});
	send(2, 'session/create', {});
	send(3, 'session/prompt', { promptId: 'p' });
	for await (const line of createInterface({ input: child.stdout })) {
		const { id, method } = JSON.parse(line);
		if (id === 3) break;
		if (method === 'session/event') note();
	}
	measure();
	figures.late = memory();
	child.kill();
}

await (kind === 'client' ? byClient() : byPipe());
console.log(JSON.stringify(figures));
