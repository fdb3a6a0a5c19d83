import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pointKinds } from '@myelin/plugins';
import { expect, it } from 'vitest';

it('the page of plugins tells every point and its kind', () => {
	const page = readFileSync(join(import.meta.dirname, '../../docs/plugins.md'), 'utf8');
	const told = [...page.matchAll(/^\| `(\w+)`\s+\| (veto|transform|observe)\s+\|/gm)].map(([, point, kind]) => [
		point,
		kind,
	]);
	expect(Object.fromEntries(told)).toEqual(pointKinds);
});
