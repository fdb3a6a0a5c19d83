const escapes = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * A text that `JSON.stringify` made, with U+FFFD for halves of characters: it spells nothing else as `\ud…`, and providers refuse
 * the whole request for one. The text keeps its length.
 */
export function wellFormedJson(json: string): string {
	if (!json.includes('\\ud')) return json;
	return json.replace(escapes, (spelt) => (spelt.length === 2 ? spelt : '\\ufffd'));
}
