// Removes what builds made: every package's dist, the reference pages and the coverage report.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** @type {{ references: { path: string }[] }} */
const { references } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
for (const path of [...references.map((reference) => `${reference.path}/dist`), 'docs/api', 'coverage']) {
	await rm(join(root, path), { recursive: true, force: true });
}
