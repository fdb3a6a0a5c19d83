import { describe, expect, it } from 'vitest';
import { readKey } from './api-key.ts';
import { createClientSource } from './client-source.ts';
import { createSecrets } from './secrets.ts';

const node = (code: string) => ({ kind: 'command', argv: [process.execPath, '-e', code] }) as const;

describe('a key from a command', () => {
	it('is what it prints, without a shell, and a secret from then on', async () => {
		const secrets = createSecrets([]);
		expect(await readKey(node('console.log("sk-0123456789$HOME")'), secrets)).toBe('sk-0123456789$HOME');
		expect(secrets.redact('key sk-0123456789$HOME!')).toBe('key [secret]!');
	});

	it.each([
		['ended with 3', node('console.log("sk-secret-0123"); process.exit(3)')],
		['printed no key: one line without blanks is wanted', node('console.log("sk-secret-0123\\nsk-other")')],
		['printed no key: one line without blanks is wanted', node('')],
		['was not found', { kind: 'command', argv: ['/nowhere/pass', 'sk-secret-0123'] } as const],
	])('that %s is an AUTH failure that shows nothing of it', async (what, origin) => {
		const failure = await readKey(origin, createSecrets([])).catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: 'AUTH', message: expect.stringContaining(what) });
		expect(String((failure as Error).stack)).not.toContain('sk-secret');
	});

	it('is read once, again after a failure, and anew when it was forgotten', async () => {
		const made: (string | undefined)[] = [];
		const clients = createClientSource(node('console.log(process.hrtime.bigint())'), createSecrets([]), async (key) => {
			made.push(key);
			if (made.length === 1) throw new Error('no');
			return made.length;
		});
		await expect(clients.get()).rejects.toThrow('no');
		expect([await clients.get(), await clients.get()]).toEqual([2, 2]);
		clients.forget();
		expect(await clients.get()).toBe(3);
		expect(new Set(made).size).toBe(3);
	});
});
