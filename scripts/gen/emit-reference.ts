import { type Definition, type Member, readDefinitions, readShape, type Shape } from './definitions.ts';
import { code, page, table } from './page.ts';
import type { JsonSchema, Protocol } from './protocol.ts';

/** The reference pages: every method, event and error code in a table. Keys are file names. */
export function emitReference(protocol: Protocol): Readonly<Record<string, string>> {
	return {
		'methods.md': methodsPage(protocol),
		'events.md': eventsPage(protocol),
		'errors.md': errorsPage(protocol),
	};
}

const source = 'packages/rpc-server/schema/protocol.json';

function methodsPage(protocol: Protocol): string {
	const definitions = byName(readDefinitions(protocol));
	const print = (schema: JsonSchema) => printValue(readShape('a method', schema, protocol.$defs), definitions);
	const requests = (table: Protocol['clientRequests']) =>
		Object.entries(table).map(([name, { description, params, result }]) => [
			code(name),
			description,
			print(params),
			print(result),
		]);
	const notifications = (table: Protocol['clientNotifications']) =>
		Object.entries(table).map(([name, { description, params }]) => [code(name), description, print(params)]);
	return page('Methods', source, [
		`Protocol version ${protocol.protocolVersion}: JSON-RPC 2.0. A \`?\` marks what may be absent; [the schema](../../packages/rpc-server/schema/protocol.json) says the rest.`,
		'## What a client asks of the server',
		table(['Request', 'What it does', 'Parameters', 'Answer'], requests(protocol.clientRequests)),
		'## What a client tells the server',
		table(['Notification', 'What it says', 'Parameters'], notifications(protocol.clientNotifications)),
		'## What the server asks of a client',
		table(['Request', 'What it does', 'Parameters', 'Answer'], requests(protocol.serverRequests)),
		'## What the server tells a client',
		table(['Notification', 'What it says', 'Parameters'], notifications(protocol.serverNotifications)),
	]);
}

function eventsPage(protocol: Protocol): string {
	const definitions = byName(readDefinitions(protocol));
	const sections = [...definitions.values()]
		.filter((definition) => definition.kind === 'union')
		.flatMap((union) => [
			`## ${union.name}`,
			union.description,
			table(
				[code(union.tag), 'Members', 'Meaning'],
				union.variants.map(({ name, value }) => {
					const variant = definitions.get(name);
					const members = variant?.kind === 'object' ? variant.members : [];
					const others = members.filter((member) => member.name !== union.tag);
					return [code(value), printMembers(others), variant?.description ?? ''];
				}),
			),
		]);
	const wire = Object.entries(protocol.$defs).filter(
		([, schema]) => schema['x-wire-only'] === true && schema.properties,
	);
	return page('Events, messages and blocks', source, [
		'As every client library gives them. A `?` marks what may be absent. What a client does not know it keeps as it came. Why `session_end` and `gap` are events: [decision 30](../decisions/0030-a-session-says-its-end.md), [decision 31](../decisions/0031-a-gap-is-an-event.md).',
		...sections,
		'## As they travel',
		'The server sends nothing large twice; client libraries complete these before anybody sees them.',
		table(
			['Form', 'Members', 'How it differs'],
			wire.map(([name, schema]) => [name, printSchemaMembers(schema), schema.description ?? '']),
		),
	]);
}

function errorsPage({ errors, rpcCodes }: Protocol): string {
	return page('Errors', source, [
		'Match on `error.data.code`, never on the text. The set is open: a model provider, a plugin or a later version may give others.',
		table(
			['`data.code`', 'Meaning'],
			Object.entries(errors).map(([name, sentence]) => [code(name), sentence]),
		),
		'## Numbers',
		table(
			['`error.code`', 'Name'],
			Object.entries(rpcCodes).map(([name, number]) => [String(number), code(name)]),
		),
	]);
}

function printValue(shape: Shape, definitions: ReadonlyMap<string, Definition>): string {
	switch (shape.kind) {
		case 'reference': {
			const definition = definitions.get(shape.to);
			if (definition?.kind !== 'object') return code(shape.to);
			return definition.members.length === 0 ? '–' : printMembers(definition.members);
		}
		case 'nullable':
			return `${printValue(shape.of, definitions)}, or null`;
		case 'either':
			return shape.of.map((one) => `{ ${printValue(one, definitions)} }`).join(', ');
		default:
			return shape.kind;
	}
}

function printMembers(members: readonly Member[]): string {
	if (members.length === 0) return '–';
	return members.map(({ name, required }) => code(`${name}${required ? '' : '?'}`)).join(' ');
}

function printSchemaMembers({ properties = {}, required = [] }: JsonSchema): string {
	return Object.keys(properties)
		.map((name) => code(`${name}${required.includes(name) ? '' : '?'}`))
		.join(' ');
}

function byName(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
	return new Map(definitions.map((definition) => [definition.name, definition]));
}
