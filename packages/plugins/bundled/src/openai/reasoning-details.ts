import type { Json, JsonObject } from '@myelin/plugins';
import { isObject, listOf, parsedOr, textOf } from '../provider/json-fields.ts';

type Detail = Record<string, Json | undefined>;

/** Gathers `reasoning_details`, in which routers pass on what a provider proves or encrypts of its thinking (https://openrouter.ai/docs/use-cases/reasoning-tokens). */
export interface ReasoningDetails {
	/** Adds what one chunk says; answers with the text in it. */
	add(details: Json | undefined): string;
	/** All of it as the signature of a thinking block, `''` when nothing in it is signed or encrypted. */
	signature(): string;
}

/** Makes an empty gathering. Pieces with the same type and index grow together. */
export function createReasoningDetails(): ReasoningDetails {
	const whole = new Map<string, Detail>();
	return {
		add(details) {
			let text = '';
			for (const piece of listOf(details).filter(isObject)) {
				text += textOf(piece.text) + textOf(piece.summary);
				const name = `${textOf(piece.type)}/${String(piece.index ?? whole.size)}`;
				whole.set(name, grown(whole.get(name) ?? {}, piece));
			}
			return text;
		},
		signature() {
			const details = [...whole.values()];
			const isSigned = details.some((detail) => textOf(detail.signature) !== '' || textOf(detail.data) !== '');
			return isSigned ? JSON.stringify(details) : '';
		},
	};
}

function grown(known: Detail, piece: JsonObject): Detail {
	const next: Detail = { ...known };
	for (const [field, value] of Object.entries(piece)) {
		if (field === 'text' || field === 'summary' || field === 'data') next[field] = textOf(known[field]) + textOf(value);
		else if (value !== null && value !== '') next[field] = value;
		else next[field] ??= value;
	}
	return next;
}

/** The details that a signature holds, to be sent back; undefined for a signature that is another provider's. */
export function detailsOf(signature: string | undefined): Json | undefined {
	const details = signature === undefined ? undefined : parsedOr(signature);
	return Array.isArray(details) ? details : undefined;
}
