import type { CommandInfo } from '@myelin/client';
import { nearestName } from './nearest-name.ts';

/** What a line that a person typed asks for. */
export type TypedLine =
	| { readonly kind: 'nothing' | 'help' | 'leave' }
	| { readonly kind: 'prompt'; readonly text: string }
	| { readonly kind: 'command'; readonly name: string; readonly args: string }
	| { readonly kind: 'unknown'; readonly name: string; readonly meant?: string };

/** The commands of the chat itself, before those of plugins and programs. */
const own: Readonly<Record<string, 'help' | 'leave'>> = {
	help: 'help',
	commands: 'help',
	quit: 'leave',
	exit: 'leave',
};

/** A slash and a name, as in `/review src`; a path has another slash. */
const command = /^\/(?<name>[^\s/]+)(?:\s+(?<args>.*))?$/su;

/** Reads a line. `names` are the commands that there are; a line that begins with two slashes or a blank is a prompt in any case. */
export function readTypedLine(line: string, names: readonly string[]): TypedLine {
	if (line.trim() === '') return { kind: 'nothing' };
	if (line.startsWith('//')) return { kind: 'prompt', text: line.slice(1) };
	const { name, args = '' } = command.exec(line)?.groups ?? {};
	if (name === undefined) return { kind: 'prompt', text: line };
	if (Object.hasOwn(own, name)) return { kind: own[name] ?? 'help' };
	if (names.includes(name)) return { kind: 'command', name, args: args.trimEnd() };
	const meant = nearestName(name, [...names, ...Object.keys(own)]);
	return { kind: 'unknown', name, ...(meant === undefined ? {} : { meant }) };
}

/** Whether reading a line needs to know which commands there are. */
export function isCommand(line: string): boolean {
	return command.test(line);
}

/** What is said of a name that no command has. */
export function unknownText({ name, meant }: Extract<TypedLine, { kind: 'unknown' }>): string {
	const guess = meant === undefined ? '' : ` Did you mean /${meant}?`;
	return `There is no command /${name}.${guess} /help lists them; //${name} is said to the model as it is.`;
}

/** All that may be asked for by name, a line each. */
export function helpText(commands: readonly CommandInfo[]): string {
	const rows = [
		['/help', 'this list; /commands too'],
		['/quit', 'leaves; /exit and Ctrl-D too'],
		...commands.map(({ name, argumentHint, description, plugin }) => [
			`/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}`,
			`${description} (${plugin})`,
		]),
	];
	const width = Math.max(...rows.map(([typed = '']) => typed.length));
	return rows.map(([typed = '', what]) => `${typed.padEnd(width)}  ${what}`).join('\n');
}
