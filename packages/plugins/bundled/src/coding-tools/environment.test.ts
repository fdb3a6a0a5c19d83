import { expect, it } from 'vitest';
import { commandEnvironment } from './environment.ts';

it('commands do not get what is named like a secret, unless it is passed on by name', () => {
	const env = {
		PATH: '/bin',
		ANTHROPIC_API_KEY: 'sk-1',
		GITHUB_TOKEN: 'gh',
		AWS_ACCESS_KEY_ID: 'id',
		DB_PASSWORD: 'pw',
		TOKENIZERS_PARALLELISM: '1',
		KEYBOARD: 'de',
		SSH_AUTH_SOCK: '/tmp/agent',
	};
	expect(commandEnvironment(env, ['GITHUB_TOKEN'])).toEqual({
		PATH: '/bin',
		GITHUB_TOKEN: 'gh',
		TOKENIZERS_PARALLELISM: '1',
		KEYBOARD: 'de',
		SSH_AUTH_SOCK: '/tmp/agent',
	});
});
