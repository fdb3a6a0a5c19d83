/** Words that name a secret by themselves, in lower case. */
const words: ReadonlySet<string> = new Set([
	'apikey',
	'auth',
	'authorization',
	'bearer',
	'cookie',
	'cookies',
	'credential',
	'credentials',
	'key',
	'keys',
	'pass',
	'passphrase',
	'passwd',
	'password',
	'passwords',
	'pwd',
	'secret',
	'secrets',
	'token',
	'tokens',
]);

/** Words that end with one of these name a secret too: `PGPASSWORD`, `authtoken`. */
const endings = /(?:apikey|passphrase|passwd|password|secret|token)$/;

/** The words of a name in lower case, whichever way it joins them: `apiKey`, `api-key`, `API_KEY`. */
function partsOf(name: string): readonly string[] {
	const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	return spaced
		.split(/[^A-Za-z0-9]+/)
		.filter((part) => part !== '')
		.map((part) => part.toLowerCase());
}

function isSecretWord(part: string): boolean {
	return words.has(part) || endings.test(part);
}

/** Whether a member of settings is named like a secret: `apiKey`, `access_token`, `PASSWORD`, `clientSecretFile`. */
export function isSecretName(name: string): boolean {
	return partsOf(name).some(isSecretWord);
}

/**
 * Whether an environment variable is named like a secret: by its last word, so that what only has to do with one stays (`SSH_AUTH_SOCK`,
 * `TOKEN_LIMIT`). `PWD` by itself is a folder.
 */
export function isSecretVariable(name: string): boolean {
	const parts = partsOf(name);
	const last = parts.at(-1) ?? '';
	if (parts.length === 1 && (last === 'pwd' || last === 'pass')) return false;
	return isSecretWord(last) || (last === 'id' && parts.at(-2) === 'key');
}
