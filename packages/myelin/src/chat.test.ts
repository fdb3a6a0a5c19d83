import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { chat } from './chat.ts';
import type { Place } from './run.ts';

/** The server from its sources. */
const server = ['--conditions=@myelin/source', '--import', 'tsx', join(import.meta.dirname, 'server-main.ts')];

const plugin = `export default { name: 'office', setup(myelin) {
	myelin.registerCommand({ name: 'shout', description: 'Says it louder', argumentHint: 'WORD', run: (args) => args.toUpperCase() + '!' });
	myelin.registerCommand({ name: 'fails', description: 'Does not work', run: () => { throw new Error('out of paper'); } });
	myelin.registerCommand({ name: 'hangs', description: 'Never ends', run: (_, { signal }) => new Promise((_resolve, reject) => {
		console.error('hanging');
		signal.addEventListener('abort', () => reject(new Error('stopped')));
	}) });
	myelin.registerPrompt({ name: 'greet', description: 'Greets', template: 'say hello to $1' });
	myelin.on('input', ({ messages }) => { console.error('said ' + JSON.stringify(messages[0].content[0].text)); });
} };`;

/** A chat with a plugin that has commands; its lines are typed one by one. */
function startChat() {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-chat-'));
	writeFileSync(join(folder, 'office.mjs'), plugin);
	const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
	let shown = '';
	let wake = () => {};
	const hear = (chunk: Buffer) => {
		shown += chunk.toString();
		wake();
	};
	stdout.on('data', hear);
	stderr.on('data', hear);
	const command = [process.execPath, ...server, '--plugin', join(folder, 'office.mjs'), '--cwd', folder];
	const over = chat({ command, stdin, stdout, stderr } as unknown as Place);
	return {
		stdin,
		over,
		type: (line: string) => stdin.write(`${line}\n`),
		/** Resolves with all that was shown, when some text has been. */
		async until(text: string) {
			while (!shown.includes(text)) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			return shown;
		},
	};
}

it('a chat runs what is asked for by name, and says what is none to nobody', async () => {
	const { type, until, over } = startChat();
	type('/help');
	const list = await until('/greet');
	expect(list).toContain('/shout WORD  Says it louder (office)\n');
	type('/shout hello  you');
	await until('HELLO  YOU!\n');
	type('/fails');
	await until('out of paper');
	type('/shuot x');
	await until('There is no command /shuot. Did you mean /shout?');
	type('/greet Ada');
	await until('said "say hello to Ada"');
	type('//shout is a command');
	const all = await until('said "/shout is a command"');
	expect(all.match(/said "/g)).toHaveLength(2);
	type('/quit');
	expect(await over).toBe(0);
});

it('a chat whose input ends while a command hangs calls it off and ends', async () => {
	const { type, until, over, stdin } = startChat();
	type('/hangs');
	await until('hanging');
	stdin.end();
	expect(await over).toBe(0);
});
