import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { pluginFile } from './plugin-file.ts';

const endings = ['', '.js', '.cjs', '.mjs', '.ts', '.mts', '.json'];
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** What is erased when TypeScript becomes JavaScript. `type` may also be what is imported. */
const types = /\b(?:import|export)\s+type\s+(?!from\s*['"])[^;'"]*?\bfrom\s*(['"])[^'"\n]*\1/g;
const imports = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?)\s*\(?\s*(['"`])([^'"`\n$]+)\1/g;

/** What a file imports by names written in it, with `import`, `export … from` or `require`; `extension` is the file's. */
export function importsOf(text: string, extension: string): readonly string[] {
	const code = text.replace(comments, '');
	const kept = extension.includes('ts') ? code.replace(types, '') : code;
	return [...kept.matchAll(imports)].flatMap(([, , wanted]) => wanted ?? []);
}

/** The file that is meant by a path: one without its ending, or with that of what it is compiled to, or a folder. */
export async function importedFile(path: string): Promise<string | undefined> {
	const candidates = [...endings.map((ending) => path + ending), path.replace(/\.([cm]?)js$/, '.$1ts')];
	const found = candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
	const file = found ?? (await pluginFile(path, true).catch(() => undefined));
	return file === undefined ? undefined : realpath(file).catch(() => file);
}
