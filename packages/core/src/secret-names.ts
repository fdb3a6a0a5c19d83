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

/** Last words of variables that hold a secret although they name none by themselves: `GITHUB_PAT`, `SENTRY_DSN`. */
const lastWords: ReadonlySet<string> = new Set(['pat', 'dsn']);

/** What may stand behind the word that names a secret: `PASSWORD_1`, `AWS_ACCESS_KEY_ID`, `SECRET_KEY_BASE`. */
function withoutTail(parts: readonly string[]): readonly string[] {
	const last = parts.at(-1) ?? '';
	const isTail = /^\d+$/.test(last) || ((last === 'id' || last === 'base') && parts.at(-2) === 'key');
	return isTail ? withoutTail(parts.slice(0, -1)) : parts;
}

/**
 * Whether an environment variable is named like a secret: by its last word, so that what only has to do with one stays (`SSH_AUTH_SOCK`,
 * `TOKEN_LIMIT`). `PWD` by itself is a folder.
 */
export function isSecretVariable(name: string): boolean {
	const parts = withoutTail(partsOf(name));
	const last = (parts.at(-1) ?? '').replace(/\d+$/, '');
	if (parts.length === 1) return last !== 'pwd' && last !== 'pass' && isSecretWord(last);
	return isSecretWord(last) || lastWords.has(last);
}
