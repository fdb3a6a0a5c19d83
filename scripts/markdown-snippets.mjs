/**
 * Fills the code blocks of a page from the files they name: a block after `<!-- from path/to/file -->` is that file,
 * after `<!-- from path/to/file#name -->` the lines between `#region name` and `#endregion` there, without their common
 * indent. Everything else stays as it is. Throws when the file or the region is missing, or no block follows.
 *
 * @param {string} page
 * @param {(path: string) => string} read gives a file's text by its path from the top of the repository
 */
export function fillSnippets(page, read) {
	const marker =
		/^<!-- from (?<path>[^#\s]+)(?:#(?<region>\S+))? -->\n(?<block>(?<fence>`{3,})[^\n]*\n[\s\S]*?^\k<fence>$)?/gm;
	return page.replace(marker, (whole, ...rest) => {
		const { path, region, block, fence } = rest.at(-1);
		if (block === undefined) throw new Error(`${whole.trim()} has no code block right after it`);
		const text = region === undefined ? read(path) : regionOf(read(path), region, path);
		const [head] = whole.split('\n');
		const [open] = block.split('\n');
		return `${head}\n${open}\n${text.trimEnd()}\n${fence}`;
	});
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} path
 */
function regionOf(text, name, path) {
	const lines = text.split('\n');
	const start = lines.findIndex((line) => line.trimEnd().endsWith(`#region ${name}`));
	const length = lines.slice(start + 1).findIndex((line) => line.includes('#endregion'));
	if (start === -1 || length === -1) throw new Error(`${path} has no region ${name} (#region ${name} … #endregion)`);
	return dedent(lines.slice(start + 1, start + 1 + length));
}

/** @param {string[]} lines */
function dedent(lines) {
	const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
	const indent = Math.min(...indents);
	return lines.map((line) => line.slice(indent)).join('\n');
}
