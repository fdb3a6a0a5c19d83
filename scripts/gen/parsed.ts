import { type Definition, readShape, type Shape } from './definitions.ts';
import type { JsonSchema, Protocol } from './protocol.ts';

/**
 * The definitions that a client receives and that hold a union somewhere: JSON becomes one of these only through a
 * function that looks for variants it does not know. What no method names counts as received.
 */
export function findParsed(protocol: Protocol, definitions: readonly Definition[]): ReadonlySet<string> {
	const links = new Map(definitions.map((definition) => [definition.name, linksOf(definition)]));
	const unions = definitions.filter((definition) => definition.kind === 'union').map(({ name }) => name);
	const received = findReceived(protocol, links);
	const holders = [...received].filter((name) => reach(links, [name]).some((other) => unions.includes(other)));
	return new Set(holders);
}

type Links = ReadonlyMap<string, readonly string[]>;

function findReceived(protocol: Protocol, links: Links): ReadonlySet<string> {
	const requests = Object.values(protocol.clientRequests);
	const asked = Object.values(protocol.serverRequests);
	const told = Object.values(protocol.serverNotifications);
	const sentSchemas = [
		...requests.map(({ params }) => params),
		...asked.map(({ result }) => result),
		...Object.values(protocol.clientNotifications).map(({ params }) => params),
	];
	const receivedSchemas = [...requests.map(({ result }) => result), ...[...asked, ...told].map(({ params }) => params)];
	const named = (schemas: readonly JsonSchema[]) =>
		reach(
			links,
			schemas.flatMap((schema) => references(readShape('a method', schema, protocol.$defs))),
		);
	const sent = new Set(named(sentSchemas));
	const received = named(receivedSchemas);
	const unnamed = [...links.keys()].filter((name) => !sent.has(name) && !received.includes(name));
	return new Set([...received, ...reach(links, unnamed)]);
}

function reach(links: Links, roots: readonly string[]): readonly string[] {
	const found = new Set<string>();
	const visit = (name: string): void => {
		if (found.has(name)) return;
		found.add(name);
		links.get(name)?.forEach(visit);
	};
	roots.forEach(visit);
	return [...found];
}

function linksOf(definition: Definition): readonly string[] {
	switch (definition.kind) {
		case 'object':
			return definition.members.flatMap(({ shape }) => references(shape));
		case 'union':
			return definition.variants.map(({ name }) => name);
		case 'text_or':
			return [definition.union];
		case 'enum':
			return [];
	}
}

function references(shape: Shape): readonly string[] {
	switch (shape.kind) {
		case 'reference':
			return [shape.to];
		case 'list':
		case 'map':
		case 'nullable':
			return references(shape.of);
		case 'either':
			return shape.of.flatMap(references);
		default:
			return [];
	}
}
