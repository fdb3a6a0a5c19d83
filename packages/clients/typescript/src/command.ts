import { errorText, MyelinError } from './errors.ts';

/**
 * The program that is the server and its arguments: as given, else as `MYELIN_COMMAND` says (a JSON array of strings,
 * or the path of a server's script), else `myelin rpc` on the PATH. Throws `SPAWN_FAILED` on nonsense.
 */
export function findCommand(
	given: readonly string[] | undefined,
	env: Readonly<Record<string, string | undefined>>,
	nodePath: string,
): readonly [string, ...string[]] {
	if (given !== undefined) return asCommand(given, 'the `command` that was given');
	const setting = env.MYELIN_COMMAND?.trim();
	if (setting === undefined || setting === '') return ['myelin', 'rpc'];
	if (setting.startsWith('[')) return asCommand(parseSetting(setting), `MYELIN_COMMAND (${setting})`);
	return /\.[cm]?js$/.test(setting) ? [nodePath, setting] : [setting, 'rpc'];
}

/** Why a command could not be started, with what was looked for and where else it could be named. */
export function spawnFailed(command: readonly string[], cause: unknown): MyelinError {
	const reason = errorText(cause);
	return new MyelinError(
		'SPAWN_FAILED',
		`starting ${JSON.stringify(command)} failed: ${reason}. Pass { command: [...] }, set MYELIN_COMMAND ` +
			'to a JSON array or to the path of the server, or put `myelin` on the PATH.',
		{ cause },
	);
}

function parseSetting(setting: string): unknown {
	try {
		return JSON.parse(setting);
	} catch (error) {
		throw new MyelinError('SPAWN_FAILED', `MYELIN_COMMAND (${setting}) is no JSON array`, { cause: error });
	}
}

function asCommand(value: unknown, what: string): readonly [string, ...string[]] {
	const words = Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : [];
	const [program, ...rest] = words;
	if (program === undefined || program === '') {
		throw new MyelinError('SPAWN_FAILED', `${what} must be a list of strings that begins with a program`);
	}
	return [program, ...rest];
}
