/** A generated page: its title, where it comes from, and its parts. */
export function page(title: string, source: string, parts: readonly string[]): string {
	return `${[`# ${title}`, `<!-- Generated from ${source} by \`pnpm gen\`. -->`, ...parts].join('\n\n')}\n`;
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text as code. */
export function code(text: string): string {
	return `\`${text}\``;
}
