import { type ESTree, parseSync } from 'rolldown/utils';

type Declaration = NonNullable<ESTree.ExportNamedDeclaration['declaration']>;

/**
 * What a module gives away by name, as `value addUsage` or `type AgentEvent`, sorted by name; the types of a generated
 * module in one line, since its schema is pinned. Throws on any other `export *` and on a default export: a public entry
 * lists its names.
 */
export function readExports(path: string, code: string): string[] {
	const { program, errors } = parseSync(path, code);
	if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
	return program.body
		.flatMap((statement) => exportsOf(path, statement))
		.toSorted((a, b) => compare(a.name, b.name))
		.map(({ kind, name }) => `${kind} ${name}`);
}

interface Export {
	kind: string;
	name: string;
}

function exportsOf(path: string, statement: ESTree.Statement): Export[] {
	switch (statement.type) {
		case 'ExportAllDeclaration':
			if (statement.exportKind === 'type' && statement.source.value.startsWith('./generated/')) {
				return [{ kind: 'type', name: `* of ${statement.source.value}` }];
			}
			throw new Error(`${path} has an export without a name; list the names it gives away`);
		case 'ExportDefaultDeclaration':
			throw new Error(`${path} has an export without a name; list the names it gives away`);
		case 'ExportNamedDeclaration':
			if (statement.declaration) return declared(path, statement.declaration);
			return statement.specifiers.map(({ exported, exportKind }) => ({
				kind: statement.exportKind === 'type' ? 'type' : (exportKind ?? 'value'),
				name: exported.type === 'Literal' ? exported.value : exported.name,
			}));
		default:
			return [];
	}
}

function declared(path: string, declaration: Declaration): Export[] {
	switch (declaration.type) {
		case 'TSInterfaceDeclaration':
		case 'TSTypeAliasDeclaration':
			return [{ kind: 'type', name: declaration.id.name }];
		case 'VariableDeclaration':
			return declaration.declarations.map(({ id }) => {
				if (id.type !== 'Identifier') throw new Error(`${path} exports a pattern; export each name by itself`);
				return { kind: 'value', name: id.name };
			});
		case 'FunctionDeclaration':
		case 'ClassDeclaration':
			return [{ kind: 'value', name: declaration.id?.name ?? 'default' }];
		default:
			throw new Error(`${path} exports a ${declaration.type}, which this project does not use`);
	}
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
