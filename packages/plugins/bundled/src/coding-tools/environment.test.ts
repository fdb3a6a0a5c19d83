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

it('commands get no address with a password in it, but for a proxy, without which they would reach nothing', () => {
	const env = {
		DATABASE_URL: 'postgres://me:hunter2@db.example/app',
		REDIS: 'redis://:hunter2@cache.example',
		HTTPS_PROXY: 'http://me:hunter2@proxy.example:3128',
		no_proxy: 'localhost',
		SERVER: 'https://server.example:8443/a@b',
		ORIGIN: 'ssh://git@server.example:22/a.git',
	};
	expect(commandEnvironment(env, [])).toEqual({
		HTTPS_PROXY: 'http://me:hunter2@proxy.example:3128',
		no_proxy: 'localhost',
		SERVER: 'https://server.example:8443/a@b',
		ORIGIN: 'ssh://git@server.example:22/a.git',
	});
});
