import { describe, expect, it } from 'vitest';
import { isSecretName, isSecretVariable } from './secret-names.ts';

describe('a secret', () => {
	it.each([
		'apiKey',
		'api_key',
		'apikey',
		'PASSWORD',
		'accessToken',
		'auth-header',
		'clientSecret',
		'clientSecretFile',
		'pwd',
		'db.pass',
		'sessionCookie',
		'authtoken',
	])('is called %s in settings', (name) => {
		expect(isSecretName(name)).toBe(true);
	});

	it.each(['keyboard', 'model', 'tokenizer', 'author', 'monkey', 'passenger', 'compass', 'maxTurns', ''])(
		'is not called %s in settings',
		(name) => {
			expect(isSecretName(name)).toBe(false);
		},
	);

	it.each([
		'ANTHROPIC_API_KEY',
		'GITHUB_TOKEN',
		'AWS_ACCESS_KEY_ID',
		'AWS_SECRET_ACCESS_KEY',
		'DB_PASSWORD',
		'PGPASSWORD',
		'MYSQL_PWD',
		'DB_PASS',
		'REDISCLI_AUTH',
		'SSH_KEY_PASSPHRASE',
		'GOOGLE_CREDENTIALS',
		'npm_config__authToken',
		'PASSWORD1',
		'API_KEY_2',
		'SECRET_KEY_BASE',
		'GITHUB_PAT',
		'SENTRY_DSN',
	])('is kept in the variable %s', (name) => {
		expect(isSecretVariable(name)).toBe(true);
	});

	it.each([
		'PATH',
		'PWD',
		'OLDPWD',
		'TOKENIZERS_PARALLELISM',
		'KEYBOARD',
		'SSH_AUTH_SOCK',
		'SSH_ASKPASS',
		'TOKEN_LIMIT',
		'KEY_FILE',
		'PAT',
		'DATABASE',
		'ACCOUNT_ID',
		'PYTHON3',
	])('is not kept in the variable %s', (name) => {
		expect(isSecretVariable(name)).toBe(false);
	});
});
