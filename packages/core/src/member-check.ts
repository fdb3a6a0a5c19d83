import { isRecord, kindOf } from './value-at.ts';

/** What is wrong with a value, or nothing; `path` begins the text. */
export type FaultOf = (value: unknown, path: string) => string | undefined;

/**
 * What is wrong with an answer whose members are those of `checks`, all but those of `required` optional: the first fault, or nothing. A
 * member that is not among them is one: misspelt it would silently do nothing.
 */
export function membersFault(
	answer: unknown,
	checks: Readonly<Record<string, FaultOf>>,
	required: readonly string[] = [],
): string | undefined {
	if (!isRecord(answer))
		return `it answered ${answer === undefined ? 'nothing' : kindOf(answer)}, not an object with ${namesOf(checks)}`;
	for (const key of Object.keys(answer))
		if (answer[key] !== undefined && !Object.hasOwn(checks, key))
			return `its answer has a member ${kindOf(key)}; there are ${namesOf(checks)}`;
	for (const [key, check] of Object.entries(checks)) {
		const value = answer[key];
		const fault = value === undefined && !required.includes(key) ? undefined : check(value, key);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

function namesOf(checks: object): string {
	return Object.keys(checks).join(', ');
}

/** The fault of what is no text. */
export const textFault: FaultOf = (value, path) =>
	typeof value === 'string' ? undefined : `${path} is ${kindOf(value)}, not a text`;

/** The fault of what is neither true nor false. */
export const booleanFault: FaultOf = (value, path) =>
	typeof value === 'boolean' ? undefined : `${path} is ${kindOf(value)}, not a boolean`;

/** The fault of what is no object with named members. */
export const recordFault: FaultOf = (value, path) =>
	isRecord(value) ? undefined : `${path} is ${kindOf(value)}, not an object`;
