import { describe, expect, it } from 'vitest';
import { isSecretName, withoutSecrets } from './secrets.ts';

describe('a secret', () => {
	it.each(['apiKey', 'api_key', 'PASSWORD', 'accessToken', 'auth-header', 'clientSecret'])('is called %s', (name) => {
		expect(isSecretName(name)).toBe(true);
	});

	it.each(['keyboard', 'model', 'tokenizer', 'author', 'monkey'])('is not called %s', (name) => {
		expect(isSecretName(name)).toBe(false);
	});

	it('is not told, however deep it lies, and numbers beside it are', () => {
		expect(
			withoutSecrets({
				openai: { apiKey: 'sk-1', maxTokens: 5, headers: { auth: { basic: ['a', 'b'] } }, url: 'https://u:p@host/x' },
				list: [{ token: 't' }, null, true],
			}),
		).toEqual({
			openai: { apiKey: '***', maxTokens: 5, headers: { auth: { basic: ['***', '***'] } }, url: 'https://***@host/x' },
			list: [{ token: '***' }, null, true],
		});
	});
});
