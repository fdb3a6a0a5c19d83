import { parseArgs } from 'node:util';
import { errorText } from '@myelin/core';
import { asksForHelp, asSentence, assertKnown, hint } from './read-options.ts';

/** What a person asked for. Server options are passed on to the server that is spawned. */
export type Command =
	| { readonly do: 'help' }
	| { readonly do: 'version' }
	| { readonly do: 'chat'; readonly cwd: string | undefined; readonly server: readonly string[] }
	| { readonly do: 'new-plugin'; readonly name: string | undefined; readonly cwd: string | undefined }
	| { readonly do: 'trust'; readonly cwd: string | undefined; readonly yes: boolean; readonly forget: boolean }
	| {
			readonly do: 'run';
			readonly prompt: string | undefined;
			readonly json: boolean;
			readonly cwd: string | undefined;
			readonly server: readonly string[];
	  };

export const help = `Usage:
  myelin                        chat in this terminal
  myelin run [PROMPT]           run one prompt (or what comes on standard input) and print the answer
  myelin plugin new NAME        write a plugin that works, and its test, into a new folder
  myelin trust                  look at the plugins and settings of this project, .myelin, and allow them
  myelin rpc                    serve JSON-RPC over standard input and output
Options of run:
  --json                        print the events, one JSON object a line
Options of trust:
  --yes                         allow without asking
  --forget                      allow them no more
Options of all:
  --settings FILE               settings instead of your own
  --plugin PATH|JSON            load a plugin, or start one: '{"command":["python3","guard.py"]}'; may be given several times
  --cwd DIR                     work in this folder
  --version                     print the version
Options of rpc:
  --framing lines|headers       force a framing instead of detecting it
  --max-frame BYTES             the largest message
  --socket PATH                 serve many clients on a Unix socket instead
  --log FILE                    append the log to a file
`;

const options = {
	help: { type: 'boolean', short: 'h' },
	version: { type: 'boolean' },
	json: { type: 'boolean' },
	yes: { type: 'boolean' },
	forget: { type: 'boolean' },
	settings: { type: 'string' },
	plugin: { type: 'string', multiple: true },
	cwd: { type: 'string' },
} as const;

/** What there is to do. */
const verbs = ['run', 'plugin', 'trust', 'rpc', 'help'];

/** Reads the command line of `myelin`, `rpc` aside. Throws with what is wrong. */
export function readCommand(argv: readonly string[]): Command {
	if (asksForHelp(argv)) return { do: 'help' };
	const { values, positionals } = parse(argv);
	if (positionals[0] === 'help') return { do: 'help' };
	if (values.version === true) return { do: 'version' };
	const server = [
		...(values.settings === undefined ? [] : ['--settings', values.settings]),
		...(values.plugin ?? []).flatMap((path) => ['--plugin', path]),
		...(values.cwd === undefined ? [] : ['--cwd', values.cwd]),
	];
	const [verb, ...words] = positionals;
	if (verb === undefined) return { do: 'chat', cwd: values.cwd, server };
	if (verb === 'trust') {
		if (words.length > 0)
			throw new Error(`myelin trust is about the folder it is run in, or --cwd, and not "${words.join(' ')}"`);
		return { do: 'trust', cwd: values.cwd, yes: values.yes === true, forget: values.forget === true };
	}
	if (verb === 'plugin' && words[0] === 'new') {
		if (words.length > 2) throw new Error(`myelin plugin new takes one name, and not "${words.slice(1).join(' ')}"`);
		return { do: 'new-plugin', name: words[1], cwd: values.cwd };
	}
	if (verb !== 'run') throw unknownCommand(verb, words);
	const prompt = words.join(' ').trim();
	const { json = false, cwd } = values;
	return { do: 'run', prompt: prompt === '' ? undefined : prompt, json, cwd, server };
}

function parse(argv: readonly string[]) {
	try {
		assertKnown(argv, options);
		return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
	} catch (error) {
		throw new Error(`${asSentence(errorText(error))} Ask myelin --help.`);
	}
}

function unknownCommand(verb: string, words: readonly string[]): Error {
	if (verb === 'plugin' && words.length === 0)
		return new Error('myelin plugin needs a command; there is myelin plugin new NAME');
	if (verb === 'plugin')
		return new Error(`myelin plugin has one command, "new", and not "${words[0]}"; there is myelin plugin new NAME`);
	return new Error(`there is no command "${verb}"${hint(verb, verbs, '')} Ask myelin --help for those there are.`);
}
