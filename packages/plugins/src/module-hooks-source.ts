/**
 * The module hooks (nodejs.org/api/module.html#customization-hooks) that import TypeScript plugins, as the text of a module that
 * imports nothing but Node and, at the first TypeScript file, the transformer that the host can see.
 */
export const hookSource = `
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

let terms;
let transformer;

export function initialize(data) {
	terms = data;
}

export async function resolve(specifier, context, next) {
	const time = markOf(context.parentURL);
	if (time === null) return next(specifier, context);
	if (specifier === '@myelin/plugins') return { url: 'myelin:plugins', format: 'module', shortCircuit: true };
	if (!/^\\.\\.?\\//.test(specifier)) return next(specifier, context);
	const found = await next(specifier, context).catch((thrown) => {
		const written = specifier.replace(/\\.(m?)js$/, '.$1ts');
		if (thrown.code !== 'ERR_MODULE_NOT_FOUND' || written === specifier) throw thrown;
		return next(written, context);
	});
	const url = new URL(found.url);
	if (url.protocol !== 'file:' || (isOfPackage(url) && !isOfPackage(new URL(context.parentURL)))) return found;
	url.searchParams.set(terms.mark, time);
	return { ...found, url: url.href, ...(isTypeScript(url) ? { format: 'module' } : {}) };
}

export async function load(url, context, next) {
	if (url === 'myelin:plugins') return { format: 'module', source: ownModule(), shortCircuit: true };
	if (markOf(url) === null || !isTypeScript(new URL(url))) return next(url, context);
	const file = fileURLToPath(url);
	transformer ??= await loadTransformer();
	const { code, map, errors } = transformer.transformSync(file, await readFile(file, 'utf8'), {
		lang: 'ts',
		sourceType: 'module',
		sourcemap: true,
	});
	const [error] = errors;
	if (error !== undefined) throw new SyntaxError(file + ': ' + error.message + (error.codeframe ? '\\n' + error.codeframe : ''));
	return { format: 'module', source: code + sourceMap(map), shortCircuit: true };
}

async function loadTransformer() {
	try {
		return await import(pathToFileURL(createRequire(terms.host).resolve('oxc-transform')).href);
	} catch (cause) {
		throw new Error('TypeScript plugins need the package oxc-transform beside ' + terms.host + '; install it, or compile the plugin to JavaScript', { cause });
	}
}

function markOf(url) {
	return url?.startsWith('file:') ? new URL(url).searchParams.get(terms.mark) : null;
}

/** A plugin may be a package itself; what it imports by relative paths is its own. */
function isOfPackage(url) {
	return url.pathname.includes('/node_modules/');
}

function isTypeScript(url) {
	return /\\.m?ts$/.test(url.pathname);
}

function ownModule() {
	const host = 'globalThis[Symbol.for(' + JSON.stringify(terms.key) + ')]';
	return terms.names.map((name) => 'export const ' + name + ' = ' + host + '.' + name + ';').join('\\n');
}

function sourceMap(map) {
	return '\\n//# sourceMappingURL=data:application/json;base64,' + Buffer.from(JSON.stringify(map)).toString('base64');
}
`;
