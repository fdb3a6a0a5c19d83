import { type JsonObject, requiredOfEvents } from './generated/protocol.ts';

/** Throws for what was sent of an event in another kind than its type has it; one of a type that this version does not know may be anything. */
export function checkSent(wire: JsonObject): void {
	for (const [name, wanted] of required(wire)) {
		const value = wire[name];
		if (value === undefined || wanted === 'any' || kindOf(value) === wanted) continue;
		throw new TypeError(`its member \`${name}\` must be ${wanted}, and is ${kindOf(value)}`);
	}
}

/** Throws for an event in its full form that lacks what its type must have. */
export function checkWhole(event: JsonObject): void {
	for (const [name] of required(event)) {
		if (event[name] === undefined) throw new TypeError(`its member \`${name}\` is absent`);
	}
}

function required({ type }: JsonObject): [string, string][] {
	const name = String(type);
	return Object.hasOwn(requiredOfEvents, name) ? Object.entries(requiredOfEvents[name] ?? {}) : [];
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'list' : typeof value;
}
