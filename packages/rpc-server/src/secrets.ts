import { isSecretName } from '@myelin/core';

/** What stands for a secret that is not told. */
export const hidden = '***';

/** What of a value is a secret: nothing, its texts, or also its numbers, as those of a password; tokens are counted by numbers. */
export type Secrecy = 'none' | 'texts' | 'all';

/** How secret a member of this name is, inside one that is so secret. */
export function secrecyOf(name: string, around: Secrecy = 'none'): Secrecy {
	if (!isSecretName(name)) return around;
	return around === 'all' || !/tokens?$/i.test(name) ? 'all' : 'texts';
}

/** A copy in which what lies under names like those of secrets is `***`, and so are credentials in addresses. */
export function withoutSecrets(value: unknown, secrecy: Secrecy = 'none'): unknown {
	if (typeof value === 'string') return secrecy === 'none' ? value.replace(/\/\/[^/@\s]+@/g, `//${hidden}@`) : hidden;
	if (typeof value === 'number') return secrecy === 'all' ? hidden : value;
	if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrecy));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, secrecyOf(name, secrecy))]),
	);
}
