/** What the plugins that are always there are called: no other can be loaded under these names. */
export const ownNames: ReadonlySet<string> = new Set([
	'missing-plugins',
	'project-trust',
	'anthropic',
	'openai',
	'demo-model',
	'coding-tools',
]);
