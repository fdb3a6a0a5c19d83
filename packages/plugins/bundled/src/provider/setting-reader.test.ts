import { describe, expect, it } from 'vitest';
import { createSettingReader } from './setting-reader.ts';

const read = createSettingReader('test');

describe('the URL of a server', () => {
	it('is taken as it was given', () => {
		expect(read.url('http://127.0.0.1:8080/v1', 'baseUrl')).toBe('http://127.0.0.1:8080/v1');
		expect(read.url(undefined, 'baseUrl')).toBeUndefined();
	});

	it.each(['http://user:hunter2@127.0.0.1/', 'http://hunter2@127.0.0.1/', 'ftp://hunter2/', 'hunter2'])(
		'is refused where it holds credentials or is none, and never repeated',
		(url) => {
			expect(() => read.url(url, 'baseUrl')).toThrow(
				/^the setting baseUrl of the plugin test makes no sense; give a URL of http/,
			);
			expect(() => read.url(url, 'baseUrl')).not.toThrow(/hunter2/);
		},
	);
});
