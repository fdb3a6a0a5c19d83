import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it.each([
	['sokcet', 'socket'],
	['plugins', 'plugin'],
	['cdw', 'cwd'],
	['jsno', 'json'],
	['rn', 'run'],
])('%s was meant to be %s', (written, meant) => {
	expect(nearestName(written, ['run', 'json', 'cwd', 'plugin', 'socket'])).toBe(meant);
});

it('what is like nothing was meant to be nothing', () => {
	expect(nearestName('fast', ['run', 'json', 'cwd', 'plugin', 'socket'])).toBeUndefined();
	expect(nearestName('', ['run'])).toBeUndefined();
});
