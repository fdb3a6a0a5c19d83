/** Names of variables that hold what nobody but their owner should read. */
const secret = /(?:^|_)(?:KEY|KEYS|APIKEY|KEY_ID|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$/i;

/**
 * The environment that commands get: without variables that are named like secrets, since whatever a command prints is shown to
 * the model and kept. `pass` names those that commands may have all the same.
 */
export function commandEnvironment(env: NodeJS.ProcessEnv, pass: readonly string[]): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => pass.includes(name) || !secret.test(name)));
}
