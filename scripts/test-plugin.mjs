// usage: node --import scripts/test-plugin.mjs --test, in the folder of a plugin
// Its tests find the packages of this checkout, from their sources, wherever the plugin lies.
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import 'tsx';

const { href } = pathToFileURL(join(import.meta.dirname, '../packages/myelin/package.json'));
const hooks = `export function resolve(specifier, context, next) {
	const conditions = [...context.conditions, '@myelin/source'];
	const parentURL = specifier.startsWith('@myelin/') ? ${JSON.stringify(href)} : context.parentURL;
	return next(specifier, { ...context, conditions, parentURL });
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
