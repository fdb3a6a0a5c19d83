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

/**
 * Checks parameters against the part of the published schema that clients may send: what is published is what is enforced. Throws
 * INVALID_PARAMS with every issue in `data.issues`. Members that the schema does not name are let through.
 */
export function checkParams(method: ClientMethod | ClientNotification, params: unknown): void {
	definitions ??= dereference({ $id: root, $defs: accepted.$defs } as Schema);
	const names: Readonly<Record<string, string>> = { ...accepted.requests, ...accepted.notifications };
	const schema = definitions[`${root}#/$defs/${names[method]}`] as Schema | undefined;
	if (schema === undefined) throw new Error(`the protocol has no parameters for ${method}`);
	const { valid, errors } = validate(params, schema, '2020-12', definitions, false);
	if (valid) return;
	const issues = issuesOf(errors, { ...schema, $defs: accepted.$defs } as JsonObject);
	const texts = issues.map((issue) => issueText(params, issue, 'params'));
	throw new ServerError('INVALID_PARAMS', `${method}: ${texts.join('; ')}`, {
		data: { issues: issues.map(({ path }, place) => ({ path, message: texts[place] })) },
	});
}
