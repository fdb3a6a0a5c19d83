import { asJson, errorText } from '@myelin/core';
import { HookError } from './errors.ts';

/**
 * A copy of what a hook answered, so that its author cannot change it later, as JSON has it. Throws `HookError` with `INVALID` for what
 * is no plain data, or what JSON cannot hold.
 */
export function jsonCopy(value: unknown, path: string): unknown {
	try {
		return asJson(cloneOf(value, path), path);
	} catch (thrown) {
		throw new HookError('INVALID', errorText(thrown), thrown);
	}
}

function cloneOf(value: unknown, path: string): unknown {
	try {
		return structuredClone(value);
	} catch (thrown) {
		throw new TypeError(`${path} is not plain data`, { cause: thrown });
	}
}
