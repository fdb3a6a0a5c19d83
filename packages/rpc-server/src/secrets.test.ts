import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './secrets.ts';

describe('a secret', () => {
	it('is not told, however deep it lies, and what is beside it is', () => {
		expect(
			withoutSecrets({
				openai: { apiKey: 'sk-1', maxTokens: 5, headers: { auth: { basic: ['a', 'b'] } }, url: 'https://u:p@host/x' },
				list: [{ token: 't', pwd: 1234, password: true, tokens: 9 }, null, true, 7],
			}),
		).toEqual({
			openai: { apiKey: '***', maxTokens: 5, headers: { auth: { basic: ['***', '***'] } }, url: 'https://***@host/x' },
			list: [{ token: '***', pwd: '***', password: true, tokens: 9 }, null, true, 7],
		});
	});
});
