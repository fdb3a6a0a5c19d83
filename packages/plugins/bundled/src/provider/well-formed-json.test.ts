import { expect, it } from 'vitest';
import { wellFormedJson } from './well-formed-json.ts';

it.each([
	[{ text: 'cut \ud83d' }, '{"text":"cut \\ufffd"}'],
	[{ '\udc00': '\u{1f600}"\ud800' }, '{"\\ufffd":"\u{1f600}\\"\\ufffd"}'],
	[{ code: '\\ud83d' }, '{"code":"\\\\ud83d"}'],
	[{ code: '\\\ud83d' }, '{"code":"\\\\\\ufffd"}'],
	[{ plain: 'a\n\u001f' }, '{"plain":"a\\n\\u001f"}'],
])('%j is sent as %s', (value, sent) => {
	expect(wellFormedJson(JSON.stringify(value))).toBe(sent);
});
