import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { ModuleImport, Source } from './read-source.ts';

/** A source file by its path from the top of the repository. */
export interface SourceFile extends Source {
	path: string;
}

/** What the rules need to know of a workspace package besides its sources. */
export interface WorkspacePackage {
	/** From the top of the repository. */
	folder: string;
	name: string;
	/** Every specifier by which others may import it. */
	entries: readonly string[];
	/** Names of what its package.json declares, for run time and for development. */
	dependencies: readonly string[];
}

const everyone = [
	'@myelin/core',
	'@myelin/session',
	'@myelin/plugins',
	'@myelin/bundled',
	'@myelin/rpc-server',
	'@myelin/client',
	'myelin',
];

/** The direction: which packages of the workspace each one may import. A package that is not named may import none. */
const mayImport: Record<string, readonly string[]> = {
	'@myelin/core': [],
	'@myelin/session': ['@myelin/core'],
	'@myelin/plugins': ['@myelin/core', '@myelin/session'],
	'@myelin/bundled': ['@myelin/plugins'],
	'@myelin/rpc-server': ['@myelin/core', '@myelin/session', '@myelin/plugins'],
	'@myelin/client': [],
	myelin: everyone,
	'@myelin/test': everyone,
	'@myelin/bench': everyone,
	'@myelin/examples': everyone,
};

/** Packages that take long to load: by `import()` at first use only. */
const lazyOnly = [
	'@agentclientprotocol/sdk',
	'@anthropic-ai/sdk',
	'@modelcontextprotocol/sdk',
	'openai',
	'oxc-transform',
];

/** Where zod may be loaded: it is 100 KB that no server needs before its first answer. */
const mayLoadZod = /^packages\/(rpc-server\/src\/(schema\b.*|methods\.ts)|plugins\/bundled\/.*)$/;

const isTest = (path: string) => path.endsWith('.test.ts') || /^(test|bench|examples)\//.test(path);
const isTesting = (path: string) => /\/src\/testing[/.]/.test(path);

/** What a file does against the direction of the packages, one sentence each. */
export function violations(file: SourceFile, packages: readonly WorkspacePackage[]): string[] {
	const owner = ownerOf(file.path, packages);
	if (owner === undefined) return [`${file.path} belongs to no package of the workspace`];
	const found = file.imports.flatMap((wanted) => {
		const why = wanted.specifier.startsWith('.')
			? againstRelative(file.path, wanted, owner, packages)
			: (againstWorkspace(file.path, wanted, owner, packages) ?? againstExternal(file.path, wanted, owner));
		return why === undefined ? [] : [`${file.path} imports '${wanted.specifier}': ${why}`];
	});
	if (owner.name === '@myelin/core' && !isTest(file.path)) {
		found.push(...file.ambient.map((name) => `${file.path} uses ${name}: core does no I/O`));
	}
	return found;
}

function againstRelative(
	path: string,
	{ specifier }: ModuleImport,
	owner: WorkspacePackage,
	packages: readonly WorkspacePackage[],
): string | undefined {
	const target = posix.join(posix.dirname(path), specifier);
	if (ownerOf(target, packages) === owner) return undefined;
	if (isTest(path) && (target === 'test/verifies.ts' || target.startsWith('scripts/'))) return undefined;
	return `it leaves ${owner.name}; import the other package by its name`;
}

function againstWorkspace(
	path: string,
	{ specifier }: ModuleImport,
	owner: WorkspacePackage,
	packages: readonly WorkspacePackage[],
): string | undefined {
	const target = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
	if (target === undefined) return undefined;
	if (!mayImport[owner.name]?.includes(target.name)) {
		return `${owner.name} may import ${mayImport[owner.name]?.join(', ') || 'no package of the workspace'}`;
	}
	if (!target.entries.includes(specifier)) {
		return `it is no public entry of ${target.name} (${target.entries.join(', ')})`;
	}
	if (specifier.endsWith('/testing') && !isTest(path) && !isTesting(path)) return 'only tests may import it';
	return undefined;
}

function againstExternal(path: string, { specifier, kind }: ModuleImport, owner: WorkspacePackage): string | undefined {
	const name = packageName(specifier);
	if (isBuiltin(specifier)) {
		return owner.name === '@myelin/core' && !isTest(path) ? 'core does no I/O and runs without Node' : undefined;
	}
	if (isTest(path)) return undefined;
	if (kind === 'value' && lazyOnly.includes(name)) return 'it takes long to load; use import() at first use';
	if (kind !== 'type' && name === 'zod' && !mayLoadZod.test(path)) {
		return 'zod is loaded by the schemas and the bundled plugins only; import its types instead';
	}
	if (!owner.dependencies.includes(name)) return `the package.json of ${owner.name} does not name it`;
	return undefined;
}

/** The package with the longest folder that holds the file. */
function ownerOf(path: string, packages: readonly WorkspacePackage[]): WorkspacePackage | undefined {
	return packages
		.filter(({ folder }) => path.startsWith(`${folder}/`))
		.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function packageName(specifier: string): string {
	return specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
}

function isBuiltin(specifier: string): boolean {
	return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
