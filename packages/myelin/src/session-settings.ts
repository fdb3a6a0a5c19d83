import type { SessionDefaults } from '@myelin/rpc-server';

/** Says what belongs at a place of the settings, and what was found there. */
export type Fault = (where: string, expected: string, found: unknown) => Error;

type Check = (value: unknown) => string | undefined;

const whole: Check = (value) =>
	Number.isSafeInteger(value) && (value as number) > 0 ? undefined : 'a whole number above 0';
const amount: Check = (value) =>
	typeof value === 'number' && Number.isFinite(value) && value > 0 ? undefined : 'a number above 0';
const count: Check = (value) =>
	Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'a whole number from 0 on';
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

const members: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
	budget: { tokens: whole, costUsd: amount },
	compaction: { enabled: flag, reserveTokens: count, keepRecentTokens: count },
};

const memoryMembers = { enabled: flag, everyTokens: whole };

/** The settings that speak of sessions. */
export const sessionSettingNames = ['maxTurns', ...Object.keys(members)];

/** What a person sets for all sessions: `maxTurns`, `budget { tokens?, costUsd? }`, `compaction { enabled?, reserveTokens?, keepRecentTokens? }`. */
export function sessionSettings(all: Readonly<Record<string, unknown>>, fault: Fault): SessionDefaults {
	const found = sessionSettingNames.filter((name) => all[name] !== undefined);
	for (const name of found) {
		const problem = name === 'maxTurns' ? whole(all.maxTurns) : undefined;
		if (problem !== undefined) throw fault(name, problem, all[name]);
		if (name !== 'maxTurns') checkMembers(name, all[name], fault);
	}
	return Object.fromEntries(found.map((name) => [name, all[name]])) as SessionDefaults;
}

/** Whether sessions remember what they find out about their projects, and how often that is brought up to date. */
export interface MemoryWish {
	/** Not if absent: it costs calls of the model. */
	readonly enabled?: boolean;
	readonly everyTokens?: number;
}

/** What a person sets of session memory: `memory { enabled?, everyTokens? }`. */
export function memorySetting(value: unknown, fault: Fault): MemoryWish {
	if (value === undefined) return {};
	checkMembers('memory', value, fault, memoryMembers);
	return value as MemoryWish;
}

function checkMembers(
	name: string,
	value: unknown,
	fault: Fault,
	checks: Readonly<Record<string, Check>> = members[name] ?? {},
): void {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(name, 'an object', value);
	for (const [member, inner] of Object.entries(value)) {
		const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
		const problem = check === undefined ? `no such setting; there are ${Object.keys(checks).join(', ')}` : check(inner);
		if (problem !== undefined) throw fault(`${name}.${member}`, problem, inner);
	}
}
