import { parseSync } from 'rolldown/utils';

/** One import, re-export, `import()` or `import('…').Type` of a module. */
export interface ModuleImport {
	specifier: string;
	/** `type`: gone at run time; `value`: loaded with the module; `lazy`: loaded when an `import()` is reached. */
	kind: 'type' | 'value' | 'lazy';
}

/** What the rules want to know of a source file. */
export interface Source {
	imports: ModuleImport[];
	/** Free names by which a module without imports can still reach the outside, as far as they are used. */
	ambient: string[];
	/** Every identifier, members' names included. */
	names: string[];
}

type Node = Record<string, unknown> & { type: string };

const outside = new Set(['process', 'console', 'fetch', 'require', 'Buffer', 'WebSocket', 'XMLHttpRequest']);

/** Parses TypeScript or JavaScript; throws on a syntax error. */
export function readSource(path: string, code: string): Source {
	const { program, errors } = parseSync(path, code);
	if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
	const source: Source = { imports: [], ambient: [], names: [] };
	visit(program as unknown as Node, source);
	return { ...source, ambient: [...new Set(source.ambient)], names: [...new Set(source.names)] };
}

function visit(node: Node, source: Source): void {
	const found = importOf(node);
	if (found) source.imports.push(found);
	if (node.type === 'Identifier') source.names.push(String(node.name));
	for (const [key, value] of Object.entries(node)) {
		for (const child of Array.isArray(value) ? value : [value]) {
			if (!isNode(child)) continue;
			const name = ambientName(node, key, child);
			if (name) source.ambient.push(name);
			visit(child, source);
		}
	}
}

function importOf(node: Node): ModuleImport | undefined {
	switch (node.type) {
		case 'ImportDeclaration':
			return imported(node.source, node.importKind === 'type' ? 'type' : 'value');
		case 'ExportNamedDeclaration':
		case 'ExportAllDeclaration':
			return imported(node.source, node.exportKind === 'type' ? 'type' : 'value');
		case 'ImportExpression':
			return imported(node.source, 'lazy');
		case 'TSImportType':
			return imported(node.source ?? node.argument, 'type');
		default:
			return undefined;
	}
}

function imported(source: unknown, kind: ModuleImport['kind']): ModuleImport | undefined {
	const literal = isNode(source) && source.type === 'TSLiteralType' ? source.literal : source;
	if (!isNode(literal) || typeof literal.value !== 'string') return undefined;
	return { specifier: literal.value, kind };
}

/** The free name that a child is; a mere member's name, as in `run.process` and `{ process: 1 }`, is none. */
function ambientName(parent: Node, key: string, child: Node): string | undefined {
	const name = String(child.name);
	if (child.type !== 'Identifier' || !outside.has(name)) return undefined;
	const isMember =
		parent.computed !== true && (key === 'key' || (key === 'property' && parent.type === 'MemberExpression'));
	const isGlobal = isNode(parent.object) && parent.object.name === 'globalThis';
	return isMember && !isGlobal ? undefined : name;
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
