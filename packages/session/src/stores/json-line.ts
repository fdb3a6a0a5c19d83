import type { Entry } from '../entries.ts';
import { SessionError } from '../errors.ts';
import type { SessionHeader, StoreRecord } from '../store.ts';

/** The version of the format that is written; newer ones are refused. */
const version = 1;

/** The first line of a session's file. */
export function headerLine(header: SessionHeader): string {
	return `${JSON.stringify({ type: 'session', version, ...header })}\n`;
}

/** Reads a first line. Throws `SESSION_VERSION` or `SESSION_DAMAGED`, naming the file. */
export function parseHeader(line: string, path: string): SessionHeader {
	const value = parseObject(line);
	if (value?.type !== 'session' || typeof value.version !== 'number')
		throw new SessionError(
			'SESSION_DAMAGED',
			`${path} does not begin with a session's header, but with ${JSON.stringify(line.slice(0, 80))}`,
		);
	if (value.version > version)
		throw new SessionError(
			'SESSION_VERSION',
			`${path} has format version ${value.version}, and this program reads versions up to ${version}: upgrade it`,
		);
	const { type: _type, version: _version, ...header } = value;
	return header as unknown as SessionHeader;
}

/** One line of a session's file. */
export function recordLine(record: StoreRecord): string {
	return `${JSON.stringify(record.kind === 'entry' ? record.entry : { type: 'seq_bound', bound: record.bound })}\n`;
}

const nameStart = '{"type":"name",';

/** A line that repeats the session's name where a list of sessions looks for it. */
export function nameLine(name: string | null): string {
	return `${JSON.stringify({ type: 'name', name })}\n`;
}

/** The name that a line repeats; undefined for every other line. */
export function parseName(line: string): string | null | undefined {
	if (!line.startsWith(nameStart)) return undefined;
	const name = parseObject(line)?.name;
	return typeof name === 'string' ? name : null;
}

/** Reads a line, or says what is wrong with it. */
export function parseRecord(line: string): StoreRecord | { readonly kind: 'damaged'; readonly problem: string } {
	const value = parseObject(line);
	if (value === undefined) return { kind: 'damaged', problem: `no JSON object: ${JSON.stringify(line.slice(0, 80))}` };
	const { type, id, parentId, seq, at, bound } = value;
	if (type === 'seq_bound' && typeof bound === 'number') return { kind: 'seq_bound', bound };
	const isEntry =
		typeof type === 'string' &&
		typeof id === 'string' &&
		(typeof parentId === 'string' || parentId === null) &&
		typeof seq === 'number' &&
		typeof at === 'number' &&
		typeof value.data === 'object' &&
		value.data !== null;
	if (!isEntry) return { kind: 'damaged', problem: `no entry: ${line.slice(0, 80)}` };
	return { kind: 'entry', entry: value as unknown as Entry };
}

function parseObject(line: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}
