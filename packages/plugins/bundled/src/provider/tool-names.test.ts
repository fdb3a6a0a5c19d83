import { describe, expect, it } from 'vitest';
import { createToolNames } from './tool-names.ts';

describe('names of tools', () => {
	it('go unchanged where the API allows them', () => {
		const names = createToolNames(['read', 'word_count', 'a-b']);
		expect(['read', 'word_count', 'a-b'].map(names.toApi)).toEqual(['read', 'word_count', 'a-b']);
	});

	it('are mapped where it does not, and back', () => {
		const ours = [
			'files.read',
			'files/read',
			'files_read',
			'größe',
			`x${'y'.repeat(80)}`,
			`x${'y'.repeat(81)}`,
			'',
			'🚀',
		];
		const names = createToolNames(ours);
		const sent = ours.map(names.toApi);
		expect(sent.slice(0, 4)).toEqual(['files_read_2', 'files_read_3', 'files_read', 'gr__e']);
		expect(new Set(sent).size).toBe(ours.length);
		expect(sent.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
		expect(sent.map(names.fromApi)).toEqual(ours);
	});

	it('that are not offered any more are made allowed, and strange ones come back as they are', () => {
		const names = createToolNames([]);
		expect(names.toApi('gone.tool')).toBe('gone_tool');
		expect(names.fromApi('invented')).toBe('invented');
	});
});
