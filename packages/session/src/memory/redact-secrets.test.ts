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
	['it is q8Zr2LmN0pXv7TgHs4WkYb1CdEfJu9Ao', 'it is [redacted]'],
];

it.each(secrets)('%s becomes %s', (text, expected) => {
	expect(redactSecrets(text)).toBe(expected);
});

const plain = [
	'The tests run with `pnpm check`; tokens are counted in estimate.ts.',
	'packages/session/src/compaction/summary-prompt.ts holds the words',
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
