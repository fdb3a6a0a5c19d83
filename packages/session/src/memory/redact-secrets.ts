/** What stands where a secret was. */
const hidden = '[redacted]';

/** A value behind a name like those of secrets; `bash` keeps variables of such names from its commands. */
const named =
	/((?:^|[^a-z])(?:api[-_ ]?keys?|(?:access|secret|private|auth|signing|encryption)[-_ ]?keys?|key[-_]id|[\w.-]{0,40}[_-](?:keys?|apikey|token|secret|password)|token|secret|passwo?r?d|passphrase|credentials?)["'`]?\s*(?:[:=]|\bis\b)\s*["'`]?)([^\s"'`,;]{6,})/gi;

/** Keys by the form that their issuers gave them, and what is secret in a header or an address. */
const known: readonly (readonly [RegExp, string])[] = [
	[/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
	[/\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g, hidden],
	[/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|dop_v1_)[A-Za-z0-9_-]{10,}/g, hidden],
	[/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, hidden],
	[/\bAIza[0-9A-Za-z_-]{30,}/g, hidden],
	[/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, hidden],
	[/\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{12,}/gi, `$1 ${hidden}`],
	[/(:\/\/[^\s:/@]+:)[^\s/@]+(?=@)/g, `$1${hidden}`],
];

/** Long texts without a blank that mix cases and digits, as random ones do; paths, names and hashes do not. */
const random =
	/(?<![\w/+.-])(?=[\w+-]*[a-z])(?=[\w+-]*[A-Z])(?=[\w+-]*\d[\w+-]*\d)[A-Za-z0-9_+-]{32,}={0,2}(?![\w/.-])/g;

/** A text without what looks like keys and passwords. It may take away more than secrets, and cannot know every secret. */
export function redactSecrets(text: string): string {
	const withoutKnown = known.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
	return withoutKnown.replace(named, `$1${hidden}`).replace(random, hidden);
}
