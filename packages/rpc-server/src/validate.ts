import { dereference, type Schema, validate } from '@cfworker/json-schema';
import type { JsonObject } from '@myelin/core';
import { issuesOf, issueText } from '@myelin/plugins/host';
import accepted from '../schema/accepted.json' with { type: 'json' };
import { ServerError } from './errors.ts';
import type { clientNotifications, clientRequests } from './methods.ts';

/** A method that a client may name. */
export type ClientMethod = keyof typeof clientRequests;

/** A notification that a client may send. */
export type ClientNotification = keyof typeof clientNotifications;

const root = 'myelin:/protocol';
let definitions: Record<string, Schema | boolean> | undefined;

/** Whether this is a method of the protocol. */
export function isClientMethod(method: string): method is ClientMethod {
	return Object.hasOwn(accepted.requests, method);
}

/** What is wrong with a value, for whoever sent it: each fault with where it is. */
interface Fault {
	readonly path: readonly (string | number)[];
	readonly message: string;
}

/**
 * Checks parameters against the part of the published schema that clients may send: what is published is what is enforced. Throws
 * INVALID_PARAMS with every issue in `data.issues`. Members that the schema does not name are let through, but for those of a closed set
 * of options, where one that is misspelt would silently do nothing.
 */
export function checkParams(method: ClientMethod | ClientNotification, params: unknown): void {
	const names: Readonly<Record<string, string>> = { ...accepted.requests, ...accepted.notifications };
	const issues = faultsOf(names[method] ?? method, params, 'params');
	if (issues.length === 0) return;
	throw new ServerError('INVALID_PARAMS', `${method}: ${textOf(issues)}`, { data: { issues } });
}

/** What is wrong with one item of a list that is taken item by item; nothing if it is what its definition says. */
export function faultOf(definition: keyof typeof accepted.$defs, item: unknown): string | undefined {
	const faults = faultsOf(definition, item, 'it');
	return faults.length === 0 ? undefined : textOf(faults);
}

function textOf(faults: readonly Fault[]): string {
	return faults.map(({ message }) => message).join('; ');
}

function faultsOf(definition: string, value: unknown, whole: string): readonly Fault[] {
	definitions ??= dereference({ $id: root, $defs: accepted.$defs } as Schema);
	const schema = definitions[`${root}#/$defs/${definition}`] as Schema | undefined;
	if (schema === undefined) throw new Error(`the protocol has no definition ${definition} of what a client sends`);
	const { valid, errors } = validate(value, schema, '2020-12', definitions, false);
	if (valid) return [];
	const issues = issuesOf(errors, { ...schema, $defs: accepted.$defs } as JsonObject);
	return issues.map((issue) => ({ path: issue.path, message: issueText(value, issue, whole) }));
}
