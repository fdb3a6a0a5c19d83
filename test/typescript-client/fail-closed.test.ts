import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookOptions, ToolCallHandler } from '@myelin/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { verifies } from '../verifies.ts';
import { expectNoLeaks } from './leaks.ts';
import { collect, ofType, openClient } from './open-client.ts';

/** What a guard may do wrong, and the cause that the server gives for its denial. */
const failures: [string, ToolCallHandler, HookOptions, { cause: string; reason: unknown }][] = [
	[
		'throws',
		() => {
			throw new RangeError('boom');
		},
		{},
		{ cause: 'crash', reason: expect.stringContaining('RangeError: boom') },
	],
	[
		'rejects',
		() => Promise.reject(new RangeError('boom')),
		{},
		{ cause: 'crash', reason: expect.stringContaining('RangeError: boom') },
	],
	['answers nonsense', () => 'yes' as never, {}, { cause: 'invalid', reason: expect.any(String) }],
	['answers null', () => null as never, {}, { cause: 'invalid', reason: expect.any(String) }],
	['hangs', () => new Promise(() => {}), { timeoutMs: 100 }, { cause: 'timeout', reason: expect.any(String) }],
];

expectNoLeaks();

describe('a guard in TypeScript that', () => {
	it.each(failures)('%s denies, with the cause', async (_what, handler, options, { cause, reason }) => {
		verifies('R82');
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		session.onToolCall(handler, options);
		const events = await collect(session.prompt('bash command="touch trace"'));
		expect(existsSync(join(folder, 'trace'))).toBe(false);
		expect(ofType(events, 'tool_execution_end')).toMatchObject([{ isError: true }]);
		expect(ofType(events, 'tool_decision')).toMatchObject([
			{ answer: 'block', decisions: [{ by: 'driver', answer: 'block', cause, reason }] },
		]);
	});

	it('has a registration that cannot be sent denies: no prompt goes out until it is removed', async () => {
		verifies('R82');
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const circular: Record<string, unknown> = {};
		circular.self = circular;
		const unsendable = [
			{ timeoutMs: Number.NaN },
			{ timeoutMs: Number.NEGATIVE_INFINITY },
			{ timeoutMs: 1n },
			{ hookId: circular },
			{ hookId: () => 'guard' },
			{ hookId: 'x'.repeat(40_000_000) },
		];
		for (const scope of [session, myelin]) {
			for (const options of unsendable) {
				const remove = scope.onToolCall(() => ({ block: true, reason: 'no' }), options as HookOptions);
				for (let time = 0; time < 2; time += 1) {
					const run = session.prompt('bash command="touch trace"');
					await expect(run.result).rejects.toMatchObject({ code: 'HOOK_REJECTED' });
				}
				await remove().catch(() => {});
			}
		}
		expect(await session.prompt('hello').result).toMatchObject({ summary: { endReason: 'stop' } });
		expect(existsSync(join(folder, 'trace'))).toBe(false);
	});

	it('has no end of its time is in force', async () => {
		verifies('R82');
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		session.onToolCall(() => ({ block: true, reason: 'no' }), { timeoutMs: Number.POSITIVE_INFINITY });
		const events = await collect(session.prompt('bash command="touch trace"'));
		expect(ofType(events, 'tool_execution_end')).toMatchObject([{ isError: true }]);
	});

	it('throws lets the tool run only where it was registered so, and the decision shows it', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		session.onToolCall(() => Promise.reject(new Error('boom')), { onFailure: 'allow' });
		const events = await collect(session.prompt('bash command="touch trace"'));
		expect(existsSync(join(folder, 'trace'))).toBe(true);
		expect(ofType(events, 'tool_decision')).toMatchObject([{ answer: 'allow', decisions: [{ cause: 'crash' }] }]);
	});

	it('disconnects while it is asked denies: the tool does not run', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		let closed: Promise<void> | undefined;
		session.onToolCall(() => {
			closed = myelin.close();
			return closed as Promise<never>;
		});
		await expect(session.prompt('bash command="touch trace"').result).rejects.toThrow(
			expect.objectContaining({ code: 'DISCONNECTED' }),
		);
		await closed;
		expect(existsSync(join(folder, 'trace'))).toBe(false);
	});

	it('is killed while it is asked denies: the tool does not run, and the server is gone', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'killed-guard-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		execFileSync('mkfifo', [join(folder, 'life')]);
		const serverIsGone = readFile(join(folder, 'life'));
		const program = fileURLToPath(new URL('./fixtures/hanging-guard.ts', import.meta.url));
		const conditions = ['--conditions=@myelin/source', '--import', 'tsx'];
		const child = spawn(process.execPath, [...conditions, program, serverPath, folder], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await new Promise<void>((resolve) => {
			child.stdout.setEncoding('utf8').on('data', (text) => {
				if (text.includes('asked\n')) resolve();
			});
		});
		child.kill('SIGKILL');
		expect(await serverIsGone).toEqual(Buffer.alloc(0));
		expect(existsSync(join(folder, 'trace'))).toBe(false);
	});
});
