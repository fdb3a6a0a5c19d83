const signatures: readonly (readonly [mimeType: string, offset: number, bytes: string])[] = [
	['image/png', 0, '\x89PNG\r\n\x1a\n'],
	['image/jpeg', 0, '\xff\xd8\xff'],
	['image/gif', 0, 'GIF87a'],
	['image/gif', 0, 'GIF89a'],
	['image/webp', 8, 'WEBP'],
];

/** The MIME type of an image that models take (PNG, JPEG, GIF, WebP), by its first 12 bytes; undefined for anything else. */
export function imageType(head: Buffer): string | undefined {
	const text = head.subarray(0, 12).toString('latin1');
	return signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0];
}
