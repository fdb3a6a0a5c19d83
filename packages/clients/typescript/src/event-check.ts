import { type JsonObject, requiredOfEvents } from './generated/protocol.ts';

/** Throws for an event in its full form that lacks what its type must have; one of a type that this version does not know may be anything. */
export function checkEvent(event: JsonObject): void {
	const type = String(event.type);
	const required = Object.hasOwn(requiredOfEvents, type) ? requiredOfEvents[type] : undefined;
	for (const name in required) {
		const value = event[name];
		const wanted = required[name];
		if (wanted === 'any' ? value === undefined : kindOf(value) !== wanted) {
			throw new TypeError(`its member \`${name}\` must be ${wanted}, and is ${kindOf(value)}`);
		}
	}
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'list' : typeof value;
}
