import { describe, expect, it } from 'vitest';
import { readCommand } from './command-line.ts';
import { serverArguments } from './server-options.ts';

describe('the command line of myelin', () => {
	it('chats without words, and runs the words after run as one prompt', () => {
		expect(readCommand([])).toEqual({ do: 'chat', cwd: undefined, server: [] });
		expect(readCommand(['run', 'read', 'package.json'])).toEqual({
			do: 'run',
			prompt: 'read package.json',
			json: false,
			cwd: undefined,
			server: [],
		});
		expect(readCommand(['run', '--json'])).toEqual({
			do: 'run',
			prompt: undefined,
			json: true,
			cwd: undefined,
			server: [],
		});
		expect(readCommand(['--version'])).toEqual({ do: 'version' });
		expect(readCommand(['--help'])).toEqual({ do: 'help' });
	});

	it('passes on what is for the server', () => {
		const argv = ['run', '--plugin', 'a.ts', '--plugin', 'b.ts', '--settings', 's.json', '--cwd', '/x', 'hi'];
		expect(readCommand(argv)).toMatchObject({
			server: ['--settings', 's.json', '--plugin', 'a.ts', '--plugin', 'b.ts', '--cwd', '/x'],
		});
	});

	it('says what it does not know', () => {
		expect(() => readCommand(['fly'])).toThrow('there is no command "fly"; ask myelin --help for those there are');
		expect(() => readCommand(['--fast'])).toThrow(/--fast.*Ask myelin --help/);
	});
});

describe('the command line of a server', () => {
	it('resolves its paths against the working folder', () => {
		expect(serverArguments(['--plugin', 'a.ts', '--cwd', 'work', '--max-frame', '2048'], '/home/me')).toEqual({
			settings: undefined,
			plugins: [{ kind: 'file', path: '/home/me/a.ts' }],
			cwd: '/home/me/work',
			transport: { maxFrameBytes: 2048 },
		});
	});

	it('says what it does not know, and what there is', () => {
		expect(() => serverArguments(['--fast'], '/')).toThrow(/--fast.*The options are --settings FILE, --plugin PATH/);
		expect(() => serverArguments(['stray'], '/')).toThrow(/stray/);
	});
});
