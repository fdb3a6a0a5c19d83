import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Myelin } from '@myelin/client';
import { describe, expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { expectNoLeaks } from './leaks.ts';

expectNoLeaks();

/** A server of a few words: greets properly, then does as the script says; tells on stderr when its input ends. */
function oddServer(script: string): string[] {
	const hello = { serverInfo: { name: 'odd' }, protocolVersion: 1, capabilities: {}, limits: { maxFrameBytes: 1000 } };
	const greet = `process.stdin.once('data', () => {
		console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: ${JSON.stringify(hello)} }));
		${script}
	}).on('end', () => { process.stderr.write('input ended'); process.exit(0); });`;
	return [process.execPath, '-e', greet];
}

function said(text: string): { heard: Promise<void>; onStderr(text: string): void } {
	let all = '';
	let hear = () => {};
	const heard = new Promise<void>((resolve) => {
		hear = resolve;
	});
	return {
		heard,
		onStderr(more) {
			all += more;
			if (all.includes(text)) hear();
		},
	};
}

describe('a server', () => {
	it('that stops speaking the protocol is ended, though nobody closes the client', async () => {
		const { heard, onStderr } = said('input ended');
		const myelin = await Myelin.spawn({ command: oddServer("console.log('Segmentation fault')"), onStderr });
		await heard;
		await expect(myelin.models()).rejects.toThrow(expect.objectContaining({ code: 'DISCONNECTED' }));
		await myelin.close();
	});

	it('that dies during the start leaves an error that says how, and no process', async () => {
		const command = [process.execPath, '-e', "console.error('bad settings'); process.exit(4)"];
		await expect(Myelin.spawn({ command })).rejects.toThrow(
			expect.objectContaining({ code: 'PROCESS_EXITED', exit: { code: 4, signal: null, stderr: 'bad settings\n' } }),
		);
	});

	it('that does not answer the start goes when the start is cancelled', async () => {
		const { heard, onStderr } = said('input ended');
		const controller = new AbortController();
		const mute = [
			process.execPath,
			'-e',
			"process.stdin.on('end', () => { process.stderr.write('input ended'); process.exit(0); }).resume(); process.stderr.write('up')",
		];
		const start = Myelin.spawn({
			command: mute,
			signal: controller.signal,
			onStderr: (text) => {
				onStderr(text);
				if (text.includes('up')) controller.abort();
			},
		});
		await expect(start).rejects.toThrow(expect.objectContaining({ code: 'CANCELLED' }));
		await heard;
	});

	it('is not touched when the signal of its start is aborted later', async () => {
		const controller = new AbortController();
		const myelin = await Myelin.spawn({ command: [process.execPath, serverPath], signal: controller.signal });
		controller.abort();
		expect((await myelin.models()).models.length).toBeGreaterThan(0);
		await myelin.close();
	});

	it('is told of nothing that is larger than it takes', async () => {
		const myelin = await Myelin.spawn({ command: oddServer('') });
		await expect(myelin.createSession({ systemPrompt: 'x'.repeat(1000) })).rejects.toThrow(
			expect.objectContaining({ code: 'FRAME_TOO_LARGE' }),
		);
		await myelin.close();
	});
});

it('a program that ends without closing its client leaves no server behind, not even a deaf one', async () => {
	const program = fileURLToPath(new URL('./fixtures/forgetful.ts', import.meta.url));
	const { stdout, status } = spawnSync(process.execPath, ['--conditions=@myelin/source', '--import', 'tsx', program], {
		encoding: 'utf8',
	});
	expect([status, Number(stdout) > 0]).toEqual([0, true]);
	await expect.poll(() => existsSync(`/proc/${stdout.trim()}/fd/0`)).toBe(false);
});
