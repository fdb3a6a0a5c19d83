import type { ModelMessage } from '@myelin/plugins';
import type { Dialect } from './dialect.ts';

const rules: Readonly<Record<Dialect['callIds'], { readonly allowed: RegExp; readonly length: number }>> = {
	short: { allowed: /^.{1,40}$/s, length: 40 },
	nine: { allowed: /^[A-Za-z0-9]{9}$/, length: 9 },
};

/**
 * The ids to send for the calls of a conversation, by ours. A call of the provider's own goes back under the id that it gave (some models read meaning into
 * it) if no other has it; what the service does not allow becomes one that it does. The same conversation gives the same ids.
 */
export function callIdsFor(
	messages: readonly ModelMessage[],
	provider: string,
	rule: Dialect['callIds'],
): ReadonlyMap<string, string> {
	const { allowed, length } = rules[rule];
	const ids = new Map<string, string>();
	const taken = new Set<string>();
	for (const message of messages) {
		if (message.role !== 'assistant') continue;
		const isOwn = message.model.provider === provider;
		for (const block of message.content) {
			if (block.type !== 'tool_call' || ids.has(block.id)) continue;
			const wanted = [isOwn ? block.providerId : undefined, block.id];
			const free = wanted.find((id) => id !== undefined && allowed.test(id) && !taken.has(id));
			const sent = free ?? madeId(block.id, length, taken);
			taken.add(sent);
			ids.set(block.id, sent);
		}
	}
	return ids;
}

/** Letters and digits made of an id: most likely unique as they are. */
function madeId(id: string, length: number, taken: ReadonlySet<string>): string {
	for (let salt = 0; ; salt += 1) {
		const made = `${hashed(`${salt}a${id}`)}${hashed(`${salt}b${id}`)}`.slice(0, Math.min(length, 9));
		if (!taken.has(made)) return made;
	}
}

/** FNV-1a over UTF-16 units, in 32 bits, as seven letters and digits. */
function hashed(text: string): string {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return (hash >>> 0).toString(36).padStart(7, '0');
}
