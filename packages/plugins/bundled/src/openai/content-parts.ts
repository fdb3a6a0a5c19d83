import type { Block, Json, JsonObject } from '@myelin/plugins';
import { isObject, listOf, objectOf, textOf } from '../provider/json-fields.ts';

type ImageBlock = Extract<Block, { type: 'image' }>;

/** What a `content` says: text, and, where it is a list of parts, thinking and images. */
export interface Content {
	readonly text: string;
	readonly thinking: string;
	readonly images: readonly ImageBlock[];
}

/** Reads a `content`: a text, null, or a list of parts as Mistral and others send it. */
export function contentOf(value: Json | undefined): Content {
	if (!Array.isArray(value)) return { text: textOf(value), thinking: '', images: [] };
	const parts = listOf(value).filter(isObject);
	return {
		text: parts.map((part) => (part.type === 'text' ? textOf(part.text) : '')).join(''),
		thinking: parts.map((part) => (part.type === 'thinking' ? thinkingIn(part) : '')).join(''),
		images: imagesOf(value),
	};
}

function thinkingIn({ thinking }: JsonObject): string {
	return Array.isArray(thinking) ? contentOf(thinking).text : textOf(thinking);
}

/** The images among a list of parts: data URLs as their data, others by their URL. */
export function imagesOf(value: Json | undefined): readonly ImageBlock[] {
	return listOf(value)
		.filter(isObject)
		.filter((part) => part.type === 'image_url')
		.map(({ image_url }) => imageOf(textOf(image_url) || textOf(objectOf(image_url).url)))
		.filter((image) => image !== undefined);
}

function imageOf(url: string): ImageBlock | undefined {
	if (url === '') return undefined;
	const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
	if (mimeType !== undefined && data !== undefined) return { type: 'image', mimeType, data };
	return { type: 'image', mimeType: 'image/*', url };
}
