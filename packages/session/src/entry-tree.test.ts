import { describe, expect, it } from 'vitest';
import type { Entry } from './entries.ts';
import { EntryTree } from './entry-tree.ts';

function treeOf(...entries: readonly [id: string, parentId: string | null, leaf?: string | null][]): EntryTree {
	const tree = new EntryTree();
	for (const [id, parentId, leaf] of entries) {
		const at = { id, parentId, seq: 0, at: 0 };
		const change = { from: 'off', to: 'low' } as const;
		const entry: Entry =
			leaf === undefined
				? { type: 'thinking_level_change', data: change, ...at }
				: { type: 'leaf', data: { entryId: leaf }, ...at };
		tree.add(entry);
	}
	return tree;
}

describe('an entry tree', () => {
	it('goes on behind the newest entry, or behind the one that was gone to', () => {
		const tree = treeOf(['a', null], ['b', 'a'], ['c', 'b'], ['l', 'c', 'a'], ['d', 'a']);
		expect(tree.leaf).toBe('d');
		expect([...tree.path()]).toEqual(['a', 'd']);
		expect([...tree.path('c')]).toEqual(['a', 'b', 'c']);
		expect([...treeOf(['a', null], ['l', 'a', null]).path()]).toEqual([]);
	});

	it('loses nothing to an entry that cannot be read: what followed it follows the one before', () => {
		expect([...treeOf(['a', null], ['b', 'a'], ['d', 'c'], ['e', 'd']).path()]).toEqual(['a', 'b', 'd', 'e']);
	});

	it('holds ids of other branches that nothing stands on', () => {
		const tree = treeOf(['a', null], ['b', 'a'], ['l', 'b', 'a']);
		expect([tree.has('b'), tree.has('x'), tree.leaf]).toEqual([true, false, 'a']);
	});
});
