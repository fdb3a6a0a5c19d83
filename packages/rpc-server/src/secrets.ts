const words: ReadonlySet<string> = new Set([
	'auth',
	'authorization',
	'cookie',
	'credential',
	'credentials',
	'key',
	'keys',
	'passphrase',
	'password',
	'passwords',
	'secret',
	'secrets',
	'token',
	'tokens',
]);

/** What stands for a secret that is not told. */
export const hidden = '***';

/** Whether a member is named like a secret: `apiKey`, `access_token`, `PASSWORD`. */
export function isSecretName(name: string): boolean {
	const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
	return parts.some((part) => words.has(part.toLowerCase()));
}

/** A copy in which texts under names like those of secrets are `***`, and so are credentials in addresses. */
export function withoutSecrets(value: unknown, isSecret = false): unknown {
	if (typeof value === 'string') return isSecret ? hidden : value.replace(/\/\/[^/@\s]+@/g, `//${hidden}@`);
	if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecret));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, isSecret || isSecretName(name))]),
	);
}
