/** The words of what was typed behind a command: split at blanks, but not within quotes, which are taken off. */
export function wordsOf(args: string): readonly string[] {
	return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, plain]) => double ?? single ?? plain ?? '',
	);
}

/**
 * A prompt from its template: `$ARGUMENTS` is all that was typed behind the command, `$1` to `$9` its words, nothing where there is
 * none, and `$$` a dollar. Arguments that the template has no place for stand below it.
 */
export function expandPrompt(template: string, args: string): string {
	const words = wordsOf(args);
	let isPlaced = false;
	const text = template.replace(/\$(\$|ARGUMENTS\b|[1-9])/g, (_, name: string) => {
		if (name === '$') return '$';
		isPlaced = true;
		return name === 'ARGUMENTS' ? args : (words[Number(name) - 1] ?? '');
	});
	return isPlaced || args === '' ? text : `${text}\n\n${args}`;
}
