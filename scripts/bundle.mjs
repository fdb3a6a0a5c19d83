// usage: node scripts/bundle.mjs
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeCodeCache } from './code-cache.mjs';
import { sourceFingerprint } from './source-fingerprint.mjs';

const here = join(import.meta.dirname, '..');
const out = 'packages/myelin/dist';

/** What is bundled: the name of each entry in `packages/myelin/dist` and its source. */
const entries = {
	server: 'packages/myelin/src/server-main.ts',
	myelin: 'packages/myelin/src/cli.ts',
	'plugin-runner': 'packages/myelin/src/plugin-runner.ts',
};

/** The bundled stdio server: `node <serverPath>`. */
export const serverPath = join(here, out, 'server.cjs');
/** The bundled command: `node <commandPath> rpc`. */
export const commandPath = join(here, out, 'myelin.cjs');

/** A server that runs loads its chunks when it needs them, so chunks of earlier bundles stay for a day. */
const keepChunksMs = 24 * 60 * 60 * 1000;

/**
 * Makes `packages/myelin/dist/{server,myelin}.cjs` and their lazily loaded chunks, unless they are there already, made
 * from these very sources. Several processes may call it at once; each entry changes in one step. Answers whether it had
 * to build. Throws when the source of an entry is missing, does not compile or imports what cannot be found.
 *
 * @param {string} [root] the top of the repository
 */
export async function bundle(root = here) {
	for (const source of Object.values(entries)) {
		if (!existsSync(join(root, source))) throw new Error(`cannot bundle: ${source} does not exist`);
	}
	const dist = join(root, out);
	const mark = `// sources ${await sourceFingerprint(root)}`;
	if (await isFresh(dist, mark)) return false;

	await mkdir(join(dist, 'chunks'), { recursive: true });
	const temporary = await mkdtemp(join(dist, '.bundle-'));
	try {
		const files = await build(root, temporary, mark);
		for (const file of chunksFirst(files)) await rename(join(temporary, file), join(dist, file));
		await removeOldChunks(dist, files);
		if (existsSync(join(root, codeCacheSource))) await writeCodeCache(dist, temporary);
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
	return true;
}

/** What reads a code cache in the bundle; without it there is none to write. */
const codeCacheSource = 'packages/myelin/src/code-cache.ts';

/**
 * @param {string} dist
 * @param {string} mark
 */
async function isFresh(dist, mark) {
	for (const name of Object.keys(entries)) {
		const code = await readFile(join(dist, `${name}.cjs`), 'utf8').catch(() => '');
		if (!code.startsWith(mark) && !code.startsWith(`#!/usr/bin/env node\n${mark}`)) return false;
	}
	return true;
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} mark the comment by which an entry says what it was made from
 * @returns {Promise<string[]>} the files made, relative to the folder
 */
async function build(root, folder, mark) {
	const { rolldown } = await import('rolldown');
	const bundler = await rolldown({
		cwd: root,
		input: entries,
		platform: 'node',
		resolve: { conditionNames: ['@myelin/source'] },
		// The oldest Node that is supported: newer syntax, such as `await using`, is written in older words.
		transform: { target: 'node20.19' },
		// A native binding, found at run time through the dependencies of packages/myelin.
		external: ['oxc-transform'],
		onLog: (level, log, handle) => {
			// A library may load lazily what the server needs at once.
			if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
		},
	});
	try {
		const { output } = await bundler.write({
			dir: folder,
			format: 'cjs',
			minify: true,
			comments: { legal: true, annotation: false, jsdoc: false },
			entryFileNames: '[name].cjs',
			chunkFileNames: 'chunks/[name]-[hash].cjs',
			hashCharacters: 'hex',
			postBanner: (chunk) => (chunk.isEntry ? mark : ''),
		});
		return output.map((file) => file.fileName);
	} finally {
		await bundler.close();
	}
}

/** @param {string[]} files */
function chunksFirst(files) {
	return files.toSorted((a, b) => Number(dirname(a) === '.') - Number(dirname(b) === '.'));
}

/**
 * @param {string} dist
 * @param {string[]} current
 */
async function removeOldChunks(dist, current) {
	for (const name of await readdir(join(dist, 'chunks'))) {
		const path = join(dist, 'chunks', name);
		if (current.includes(`chunks/${name}`)) continue;
		const made = await stat(path).catch(() => undefined);
		if (made && Date.now() - made.mtimeMs > keepChunksMs) await rm(path, { force: true });
	}
}

if (process.argv[1] === import.meta.filename) {
	const built = await bundle();
	console.log(built ? `bundled ${serverPath} and ${commandPath}` : 'the bundle is fresh');
}
