import { isSecretVariable } from '@myelin/plugins/process';

/** An address with a password in it: `postgres://me:hunter2@host/db`, `redis://:hunter2@host`. */
const addressWithPassword = /[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:(?!\d+\/)[^\s@]+@/i;

/** Commands reach the network through these, with whatever password is in them. */
const proxies = /^(?:https?|all|ftp|npm_config_(?:https?_)?)_?proxy$/i;

/**
 * The environment that commands get: without variables that are named like secrets or hold an address with a password, since
 * whatever a command prints is shown to the model and kept. Those that name a proxy stay. `pass` names those that commands may
 * have all the same.
 */
export function commandEnvironment(env: NodeJS.ProcessEnv, pass: readonly string[]): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(([name, value]) => pass.includes(name) || !isSecret(name, value)),
	);
}

function isSecret(name: string, value = ''): boolean {
	return isSecretVariable(name) || (addressWithPassword.test(value) && !proxies.test(name));
}
