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
		expect(() => readCommand(['fly'])).toThrow('there is no command "fly". Ask myelin --help for those there are.');
		expect(() => readCommand(['--fast'])).toThrow('there is no option --fast. Ask myelin --help.');
		expect(() => readCommand(['run', '--cwd'])).toThrow("Option '--cwd <value>' argument missing. Ask myelin --help.");
		expect(() => readCommand(['plugin', 'make'])).toThrow('myelin plugin has one command, "new", and not "make"');
		expect(() => readCommand(['plugin'])).toThrow('myelin plugin needs a command; there is myelin plugin new NAME');
		expect(() => readCommand(['plugin', 'new', 'a', 'b'])).toThrow('takes one name, and not "a b"');
		expect(() => readCommand(['trust', 'it'])).toThrow('about the folder it is run in, or --cwd, and not "it"');
		expect(readCommand(['trust', '--forget'])).toEqual({ do: 'trust', cwd: undefined, yes: false, forget: true });
	});

	it('says what was most likely meant', () => {
		expect(() => readCommand(['rnu'])).toThrow('there is no command "rnu"; did you mean run? Ask myelin --help');
		expect(() => readCommand(['run', '--jsno', 'hi'])).toThrow('there is no option --jsno; did you mean --json?');
	});

	it('helps whoever asks for it, whatever else was said, but not with the words of a prompt', () => {
		expect(readCommand(['run', '--nope', '-h'])).toEqual({ do: 'help' });
		expect(readCommand(['rpc', '--socket', 'x', '--help'])).toEqual({ do: 'help' });
		expect(readCommand(['run', '--', '--help'])).toMatchObject({ do: 'run', prompt: '--help' });
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
		expect(() => serverArguments(['--sesions', '/x'], '/')).toThrow(
			'there is no option --sesions; did you mean --sessions? The',
		);
		expect(() => serverArguments(['--sokcet=/x'], '/')).toThrow(
			'there is no option --sokcet; did you mean --socket? The',
		);
	});
});
