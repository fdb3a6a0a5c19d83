import { expect, it } from 'vitest';
import { fillSnippets } from './markdown-snippets.mjs';

const files: Record<string, string> = {
	'examples/hello.py': 'print("hello")\n',
	'examples/guard.ts': 'import x;\n{\n\t// #region veto\n\tif (bad) {\n\t\tblock();\n\t}\n\t// #endregion\n}\n',
};
const read = (path: string) => {
	const text = files[path];
	if (text === undefined) throw new Error(`no ${path}`);
	return text;
};

it('a block takes the whole file it names; others stay', () => {
	const page = '# Title\n<!-- from examples/hello.py -->\n```python\nold\n```\ntext\n```sh\nls\n```\n';
	expect(fillSnippets(page, read)).toBe(
		'# Title\n<!-- from examples/hello.py -->\n```python\nprint("hello")\n```\ntext\n```sh\nls\n```\n',
	);
});

it('a block takes a region of a file without its indent', () => {
	const page = '<!-- from examples/guard.ts#veto -->\n```ts\n```\n';
	expect(fillSnippets(page, read)).toBe(
		'<!-- from examples/guard.ts#veto -->\n```ts\nif (bad) {\n\tblock();\n}\n```\n',
	);
});

it('a filled page stays as it is', () => {
	const page = fillSnippets('<!-- from examples/guard.ts#veto -->\n```ts\n```\n', read);
	expect(fillSnippets(page, read)).toBe(page);
});

it.each([
	['<!-- from examples/none.ts -->\n```ts\n```\n', 'no examples/none.ts'],
	['<!-- from examples/guard.ts#lost -->\n```ts\n```\n', 'examples/guard.ts has no region lost'],
	['<!-- from examples/hello.py -->\n\ntext\n```ts\n```\n', 'has no code block right after it'],
])('refuses %j', (page, message) => {
	expect(() => fillSnippets(page, read)).toThrow(message);
});
