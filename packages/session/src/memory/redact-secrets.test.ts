import { expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

const secrets: readonly (readonly [string, string])[] = [
	['OPENAI_API_KEY=abcdef123', 'OPENAI_API_KEY=[redacted]'],
	['the api key is hunter2hunter2', 'the api key is [redacted]'],
	['"password": "correct-horse"', '"password": "[redacted]"'],
	['DB_PASSWORD: pa55word', 'DB_PASSWORD: [redacted]'],
	['AWS_SECRET_ACCESS_KEY = aaaa/bbbb/cccc', 'AWS_SECRET_ACCESS_KEY = [redacted]'],
	['export GITHUB_TOKEN=ghp_0123456789abcdefghij', 'export GITHUB_TOKEN=[redacted]'],
	['uses sk-ant-api03-abcdefghijklmnop for tests', 'uses [redacted] for tests'],
	['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
	['xoxb-1234567890-abcdef', '[redacted]'],
	['Authorization: Bearer abc.def-ghi_jkl', 'Authorization: Bearer [redacted]'],
	['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', '[redacted]'],
	['postgres://app:s3cr3t@db/main', 'postgres://app:[redacted]@db/main'],
	['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter', '[redacted]\nafter'],
	['-----BEGIN PRIVATE KEY-----\ncut off', '[redacted]'],
	['PGPASSWORD=geheim psql', 'PGPASSWORD=[redacted] psql'],
	['MYSQL_PWD=abc mysql', 'MYSQL_PWD=[redacted] mysql'],
	['DB_PASS: hunter2', 'DB_PASS: [redacted]'],
	['password: not-so-secret1', 'password: [redacted]'],
	['redis://:s3cret@h/0', 'redis://:[redacted]@h/0'],
	['postgres://app:p@ss/w@db', 'postgres://app:[redacted]@db'],
	['the password for staging: tiger', 'the password for staging: [redacted]'],
	['The password for the staging server is tiger', 'The password for the staging server is [redacted]'],
	['run `mysql -u root -phunter2 app`', 'run `mysql -u root -p[redacted] app`'],
	['mysqldump -pgeheim app', 'mysqldump -p[redacted] app'],
	['password of admin on db1 is not needed', 'password of admin on db1 is not needed'],
	['passphrase: "correct horse battery staple"', 'passphrase: "[redacted]"'],
	["the token is 'two words here'", "the token is '[redacted]'"],
	['Das Passwort lautet Sesam123', 'Das Passwort lautet [redacted]'],
	['Kennwort für root: abc', 'Kennwort für root: [redacted]'],
	['le mot de passe est sésame', 'le mot de passe est [redacted]'],
	['contraseña de pruebas: clave', 'contraseña de pruebas: [redacted]'],
	['senha: abacate', 'senha: [redacted]'],
	['пароль: сезам', 'пароль: [redacted]'],
	['密码：芝麻开门', '密码：[redacted]'],
	['it is q8Zr2LmN0pXv7TgHs4WkYb1CdEfJu9Ao', 'it is [redacted]'],
];

it.each(secrets)('%s becomes %s', (text, expected) => {
	expect(redactSecrets(text)).toBe(expected);
});

const plain = [
	'The tests run with `pnpm check`; tokens are counted in estimate.ts.',
	'packages/session/src/compaction/summary-prompt.ts holds the words',
	'the passport: blue, and PWD=/home/me/project',
	'a password is required, and the token was not set',
	'bypass: true, compass=north',
	'token: 512000',
	'The token: handled in auth.ts',
	'passwords are hashed with argon2',
	'mysql -u root -p asks for it; mkdir -parents',
	'the password for a new user of the shop is never kept',
	'commit 4d12f34a0b1c2d3e4f5061728394a5b6c7d8e9f0 broke it',
	'the primary key is id',
	'max_tokens: 4096 and key=42',
	'https://example.com/a/b?c=d',
	'handleSubscriptionRenewalForEveryAccount is slow',
	'6f1c2d7e-8b0a-4c55-9d0e-3f2a1b4c5d6e',
];

it.each(plain)('is left alone: %s', (text) => {
	expect(redactSecrets(text)).toBe(text);
});
