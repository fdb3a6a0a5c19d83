import * as z from 'zod';
import { domainErrors, rpcCodes } from '../../packages/rpc-server/src/errors.ts';
import * as methods from '../../packages/rpc-server/src/methods.ts';
import { protocolVersion } from '../../packages/rpc-server/src/protocol-version.ts';

/** A JSON Schema of draft 2020-12, as far as the protocol uses it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A request: its parameters and its answer. */
export interface RequestSchema {
	readonly description: string;
	readonly params: JsonSchema;
	readonly result: JsonSchema;
}

/** A notification: its parameters. */
export interface NotificationSchema {
	readonly description: string;
	readonly params: JsonSchema;
}

/** The content of `schema/protocol.json`: all that the two sides share. Method tables keep the order of `methods.ts`. */
export interface Protocol {
	/** The dialect of `$defs`. */
	readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
	readonly protocolVersion: number;
	readonly clientRequests: Readonly<Record<string, RequestSchema>>;
	readonly clientNotifications: Readonly<Record<string, NotificationSchema>>;
	readonly serverRequests: Readonly<Record<string, RequestSchema>>;
	readonly serverNotifications: Readonly<Record<string, NotificationSchema>>;
	/** What `error.data.code` says: code to sentence. */
	readonly errors: Readonly<Record<string, string>>;
	readonly rpcCodes: Readonly<Record<string, number>>;
	/** Every named schema, by name in alphabetical order. */
	readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** The protocol as the server's method table declares it. */
export function readProtocol(): Protocol {
	return assembleProtocol({ ...methods, protocolVersion, errors: domainErrors, rpcCodes });
}

interface Notification {
	readonly description: string;
	readonly params: z.ZodType;
	readonly result?: undefined;
}

interface Request {
	readonly description: string;
	readonly params: z.ZodType;
	readonly result: z.ZodType;
}

/** What a protocol is made of. */
export interface ProtocolSource {
	readonly protocolVersion: number;
	readonly clientRequests: Readonly<Record<string, Request>>;
	readonly clientNotifications: Readonly<Record<string, Notification>>;
	readonly serverRequests: Readonly<Record<string, Request>>;
	readonly serverNotifications: Readonly<Record<string, Notification>>;
	readonly moreDefinitions: readonly z.ZodType[];
	readonly errors: Readonly<Record<string, string>>;
	readonly rpcCodes: Readonly<Record<string, number>>;
}

/** Turns every schema into JSON Schema in one go, so that each named one becomes exactly one definition. */
export function assembleProtocol(source: ProtocolSource): Protocol {
	const tables = [source.clientRequests, source.clientNotifications, source.serverRequests, source.serverNotifications];
	const inMethods = tables.flatMap((table) => Object.values(table).flatMap(({ params, result }) => [params, result]));
	const all = [...new Set([...inMethods, ...source.moreDefinitions])].filter((schema) => schema !== undefined);
	const whole = z.toJSONSchema(z.object(Object.fromEntries(all.map((schema, index) => [index, schema]))), {
		io: 'input',
		override: ({ jsonSchema }) => dropNoise(jsonSchema),
	});
	const print = (schema: z.ZodType) => whole.properties?.[all.indexOf(schema)] as JsonSchema;
	return {
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		protocolVersion: source.protocolVersion,
		clientRequests: mapValues(source.clientRequests, (method) => printRequest(method, print)),
		clientNotifications: mapValues(source.clientNotifications, (method) => printNotification(method, print)),
		serverRequests: mapValues(source.serverRequests, (method) => printRequest(method, print)),
		serverNotifications: mapValues(source.serverNotifications, (method) => printNotification(method, print)),
		errors: source.errors,
		rpcCodes: source.rpcCodes,
		$defs: sortDefinitions(whole.$defs ?? {}),
	};
}

type Print = (schema: z.ZodType) => JsonSchema;

function printRequest({ description, params, result }: Request, print: Print): RequestSchema {
	return { description, params: print(params), result: print(result) };
}

function printNotification({ description, params }: Notification, print: Print): NotificationSchema {
	return { description, params: print(params) };
}

function mapValues<A, B>(table: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
	return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
}

/** zod spells out what every JSON has anyway: names of members are strings, integers are safe ones. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
	delete schema.propertyNames;
	if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function sortDefinitions(definitions: Record<string, JsonSchema>): Record<string, JsonSchema> {
	const names = Object.keys(definitions).sort();
	return Object.fromEntries(
		names.map((name) => {
			const { description, ...rest } = definitions[name] as JsonSchema;
			return [name, description === undefined ? rest : { description, ...rest }];
		}),
	);
}

/** The text of `schema/protocol.json`. */
export function printProtocol(protocol: Protocol): string {
	return `${JSON.stringify(protocol, null, 2)}\n`;
}
