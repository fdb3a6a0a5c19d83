import { isSecretVariable } from '@myelin/plugins/process';

/**
 * The environment that commands get: without variables that are named like secrets, since whatever a command prints is shown to
 * the model and kept. `pass` names those that commands may have all the same.
 */
export function commandEnvironment(env: NodeJS.ProcessEnv, pass: readonly string[]): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => pass.includes(name) || !isSecretVariable(name)));
}
