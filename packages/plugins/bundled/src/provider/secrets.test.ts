import { expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const { add, redact } = createSecrets(['sk-0123456789', 'short', undefined]);

it('a secret is taken out wherever it stands, whole or cut off', () => {
	expect(redact('sk-0123456789')).toBe('[secret]');
	expect(redact('you sent sk-0123456789, sk-0123456789.')).toBe('you sent [secret], [secret].');
	expect(redact('{"key":"sk-012345678')).toBe('{"key":"[secret]');
	expect(redact('sk-01234…')).toBe('[secret]…');
});

it('what is no secret stays', () => {
	expect(redact('sk-0 short sk-012')).toBe('sk-0 short sk-012');
	expect(redact('')).toBe('');
});

it('a secret that is learnt later counts from then on', () => {
	expect(redact('pass-word')).toBe('pass-word');
	add('pass-word');
	expect(redact('pass-word')).toBe('[secret]');
});
