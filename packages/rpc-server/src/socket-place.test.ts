import { once } from 'node:events';
import { existsSync, linkSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathProblem, placeProblem, takePlace } from './socket-place.ts';

/** The path of a socket in a folder of its own. */
function freePath(): string {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-place-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return join(folder, 'm.sock');
}

async function listening(path: string): Promise<Server> {
	const server = createServer().listen(path);
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	return server;
}

/** A socket that nobody listens on any more. */
async function deadSocket(): Promise<string> {
	const path = freePath();
	const server = await listening(`${path}.live`);
	linkSync(`${path}.live`, path);
	await new Promise((resolve) => server.close(resolve));
	return path;
}

describe('the place of a socket', () => {
	it('where a dead one stands goes to one of those who come at once; the others are told who has it', async () => {
		const path = await deadSocket();
		const takings = await Promise.allSettled([takePlace(path), takePlace(path), takePlace(path)]);
		expect(takings.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
		expect((takings[2] as PromiseRejectedResult).reason.message).toBe(
			`a server is there, process ${process.pid}; end it, or name another`,
		);
		expect(existsSync(path)).toBe(false);
	});

	it('is left with nothing of its own behind, and can be taken again', async () => {
		const path = freePath();
		const place = await takePlace(path);
		await listening(path);
		place.taken();
		place.leave();
		expect(readdirSync(join(path, '..'))).toEqual([]);
		(await takePlace(path)).leave();
	});

	it('is left to whoever has put a socket there since', async () => {
		const path = freePath();
		const place = await takePlace(path);
		await listening(path);
		place.taken();
		rmSync(path);
		await listening(path);
		place.leave();
		expect(readdirSync(join(path, '..'))).toEqual(['m.sock']);
	});

	it('is not taken from a server that locks nothing, nor kept from others then', async () => {
		const path = freePath();
		const server = await listening(path);
		await expect(takePlace(path)).rejects.toThrow('a server is there; end it, or name another');
		await new Promise((resolve) => server.close(resolve));
		(await takePlace(path)).leave();
	});
});

describe.skipIf(process.platform !== 'linux')('the path of a socket', () => {
	it('has 107 bytes at most, however many characters those are', () => {
		expect(pathProblem('x'.repeat(107))).toBeUndefined();
		expect(pathProblem('x'.repeat(108))).toBe(
			'the path of a socket has at most 107 bytes, and this has 108; name a shorter one',
		);
		expect(pathProblem('ü'.repeat(54))).toContain('this has 108');
	});
});

it.each([
	['EACCES', 'this user may not write in /run/me (EACCES); allow it, or name another'],
	['EROFS', 'this user may not write in /run/me (EROFS); allow it, or name another'],
	['EADDRINUSE', 'a server is there; end it, or name another'],
	['EMFILE', 'too many open files'],
])('a socket that cannot be made because of %s says what to do', (code, said) => {
	expect(placeProblem(Object.assign(new Error('too many open files'), { code }), '/run/me/m.sock')).toBe(said);
});
