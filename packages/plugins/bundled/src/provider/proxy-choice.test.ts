import { expect, it } from 'vitest';
import { proxyFor } from './proxy-choice.ts';

const env = {
	HTTPS_PROXY: 'http://proxy:3128',
	http_proxy: 'plain:8080',
	NO_PROXY: 'inner.example, .box.example,10.0.0.7:8000',
};

it.each([
	['https://api.example/v1', 'http://proxy:3128/'],
	['http://api.example/v1', 'http://plain:8080/'],
	['https://inner.example', undefined],
	['https://deep.inner.example', undefined],
	['https://winner.example', 'http://proxy:3128/'],
	['https://a.box.example', undefined],
	['http://10.0.0.7:8000', undefined],
	['http://10.0.0.7:8001', 'http://plain:8080/'],
	['http://127.0.0.1:11434', undefined],
	['http://localhost:11434', undefined],
	['http://[::1]:11434', undefined],
])('%s is asked for through %s', (url, proxy) => {
	expect(proxyFor(new URL(url), env)?.href).toBe(proxy);
});

it('there is none where none is named, where all are excepted, or where it speaks something else', () => {
	const url = new URL('https://api.example');
	expect(proxyFor(url, {})).toBeUndefined();
	expect(proxyFor(url, { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '*' })).toBeUndefined();
	expect(proxyFor(url, { HTTPS_PROXY: 'socks5://proxy:1080' })).toBeUndefined();
});
