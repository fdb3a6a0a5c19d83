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
