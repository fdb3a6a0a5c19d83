import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A hash over everything the bundle is made from: the sources of every package that the root `tsconfig.json` names, the
 * packages' entry points, the versions of what they depend on, and the bundler's settings. Tests are left out.
 *
 * @param {string} root the top of the repository
 */
export async function sourceFingerprint(root) {
	/** @type {{ references: { path: string }[] }} */
	const { references } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
	const files = ['pnpm-lock.yaml', 'scripts/bundle.mjs'];
	for (const { path } of references) {
		files.push(`${path}/package.json`);
		for (const entry of await readdir(join(root, path, 'src'), { recursive: true, withFileTypes: true })) {
			if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name));
		}
	}
	const hash = createHash('sha256');
	for (const file of files.sort()) {
		const path = file.startsWith(root) ? file : join(root, file);
		hash
			.update(`${path.slice(root.length)}\0`)
			.update(await readFile(path))
			.update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}
