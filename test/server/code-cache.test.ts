import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { temporaryFolder } from './raw-server.ts';

/** A copy of the bundle in which the sources of chunks say something else of the same length, which is all that V8 looks at. */
function changedBundle(): string {
	const dist = join(temporaryFolder(), 'dist');
	for (const part of ['server.cjs', 'chunks', 'code-cache'])
		cpSync(join(dirname(serverPath), part), join(dist, part), { recursive: true });
	for (const name of readdirSync(join(dist, 'chunks'))) {
		const path = join(dist, 'chunks', name);
		const text = readFileSync(path, 'utf8');
		if (text.includes('came before initialize'))
			writeFileSync(path, text.replaceAll('came before initialize', 'CAME BEFORE INITIALIZE'));
	}
	return dist;
}

/** What a server says to a request that comes too early. */
async function refusal(dist: string): Promise<string> {
	const home = temporaryFolder();
	const server = spawn(process.execPath, [join(dist, 'server.cjs'), '--cwd', home], {
		env: { HOME: home, PATH: process.env.PATH },
	});
	server.stdin.end('{"jsonrpc":"2.0","id":1,"method":"session/list"}\n');
	for await (const line of createInterface({ input: server.stdout })) return JSON.parse(line).error.message;
	return 'nothing';
}

describe('the compiled code that a bundle brings', () => {
	it('is what runs', async () => {
		expect(await refusal(changedBundle())).toBe('session/list came before initialize');
	});

	it('reaches from the plugin host to the client of a model', () => {
		const names = readdirSync(join(dirname(serverPath), 'code-cache')).map((file) => file.split('-')[0]);
		expect(names).toEqual(expect.arrayContaining(['host', 'sdk', 'serve', 'src']));
	});

	it('is done without where there is none', async () => {
		const dist = changedBundle();
		rmSync(join(dist, 'code-cache'), { recursive: true });
		expect(await refusal(dist)).toBe('session/list CAME BEFORE INITIALIZE');
	});

	it('is done without where it does not fit', async () => {
		const dist = changedBundle();
		const cache = join(dist, 'code-cache');
		for (const name of readdirSync(cache)) writeFileSync(join(cache, name), 'of another program');
		expect(await refusal(dist)).toBe('session/list CAME BEFORE INITIALIZE');
	});
});
