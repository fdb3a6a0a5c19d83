import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../docs/decisions');

it('each decision has a number of its own, in its name and in its title, and none is left out', () => {
	const names = readdirSync(folder).sort();
	const numbers = names.map((name) => name.slice(0, 4));
	expect(numbers).toEqual(names.map((_, index) => String(index + 1).padStart(4, '0')));
	const titles = names.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 8));
	expect(titles).toEqual(numbers.map((number) => `# ${number}: `));
});
