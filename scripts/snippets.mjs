// usage: node scripts/snippets.mjs [--check]
// Fills the code blocks of README.md, ARCHITECTURE.md, docs/ and the packages' pages from the files they name (see
// markdown-snippets.mjs). With --check it writes nothing and fails when a page is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillSnippets } from './markdown-snippets.mjs';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');

/**
 * @param {string} folder
 * @returns {string[]}
 */
function pagesBelow(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
		if (entry.isDirectory()) return /^(node_modules|dist|\.git|api)$/.test(entry.name) ? [] : pagesBelow(path);
		return entry.name.endsWith('.md') ? [path] : [];
	});
}

for (const path of pagesBelow('.')) {
	const page = read(path);
	const filled = fillSnippets(page, read);
	if (filled === page) continue;
	if (check) {
		console.error(`${path} shows code that its source no longer has; run \`npm run fix\``);
		process.exitCode = 1;
	} else {
		writeFileSync(join(root, path), filled);
		console.log(`filled ${path}`);
	}
}
