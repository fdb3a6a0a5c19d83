/** What stands where a secret was. */
const hidden = '[redacted]';

/** Names of keys, of which short values are told: many a thing has a key. */
const keyNames =
	'api[-_ ]?keys?|(?:access|secret|private|auth|signing|encryption)[-_ ]?keys?|key[-_]id|[\\w.-]{0,40}[_-](?:keys?|apikey|token|secret)|token|secret|credentials?';

/** Names of passwords, however short those are, in the languages that people write notes in. */
const passwordNames =
	'[\\w.-]{0,40}pass(?:wor[dt]|wd|phrase)|[\\w.-]{1,40}[_-](?:pwd|pass)|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|пароль|密码|パスワード';

/** What stands between a name and its value: whom it is for, and a sign or a verb. */
const between =
	'["\'`]?(?:\\s+(?:for|of|to|für|von|pour|de|del|para|do|voor)\\s+[\\w@./-]{1,60}(?:\\s+[\\w@./-]{1,60}){0,3}?){0,2}\\s*(?:[:=：]|(?<=\\s)(?:is|was|ist|lautet|est|es|é)(?=\\s))\\s*';

/** What is said of a secret and is none. */
const said =
	'(?!(?:not|no|required|missing|needed|empty|wrong|invalid|optional|stored|kept|hashed|unknown|never|set|read|in|by|from|null|none|undefined|true|false|handled)(?![\\p{L}\\d_-]))';

/** A value in quotes is all that they hold. */
const valueForm = (least: number, unlike = '') =>
	`(?:"[^"\n]+"|'[^'\n]+'|\`[^\`\n]+\`|${said}${unlike}[^\\s"'\`,;]{${least},})`;

/** Tokens are counted, and keys have numbers. */
const aNumber = '(?!\\d+(?![^\\s.,;]))';

/** Values behind names like those of secrets. */
const named = [
	new RegExp(`((?:^|[^\\p{L}])(?:${keyNames})${between})${valueForm(6, aNumber)}`, 'giu'),
	new RegExp(`((?:^|[^\\p{L}])(?:${passwordNames})${between})${valueForm(3)}`, 'giu'),
];

/** Keys by the form that their issuers gave them, and what is secret in a header or an address. */
const known: readonly (readonly [RegExp, string])[] = [
	[/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
	[/\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g, hidden],
	[/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|dop_v1_)[A-Za-z0-9_-]{10,}/g, hidden],
	[/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, hidden],
	[/\bAIza[0-9A-Za-z_-]{30,}/g, hidden],
	[/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, hidden],
	[/\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{12,}/gi, `$1 ${hidden}`],
	[/(:\/\/[^\s:/@]*:)\S+(?=@)/g, `$1${hidden}`],
	[/\b((?:mysql|mariadb)[a-z-]*\s[^\n;|&`]{0,200}?(?<=\s)-p)[^\s"'`]+/g, `$1${hidden}`],
];

/** Long texts without a blank that mix cases and digits, as random ones do; paths, names and hashes do not. */
const random =
	/(?<![\w/+.-])(?=[\w+-]*[a-z])(?=[\w+-]*[A-Z])(?=[\w+-]*\d[\w+-]*\d)[A-Za-z0-9_+-]{32,}={0,2}(?![\w/.-])/g;

/** A text without what looks like keys and passwords. It may take away more than secrets, and cannot know every secret. */
export function redactSecrets(text: string): string {
	const withoutKnown = known.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
	const withoutNamed = named.reduce((rest, pattern) => rest.replace(pattern, withQuotes), withoutKnown);
	return withoutNamed.replace(random, hidden);
}

/** The name and what follows it stay, and so do the quotes around the value. */
function withQuotes(whole: string, before: string): string {
	const value = whole.slice(before.length);
	const quote = /^["'`]/.exec(value)?.[0] ?? '';
	return `${before}${quote}${hidden}${quote}`;
}
