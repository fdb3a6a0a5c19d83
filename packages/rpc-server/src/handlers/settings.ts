import type { Client } from '../client.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import { hidden, type Secrecy, secrecyOf, withoutSecrets } from '../secrets.ts';

/** What is set, without secrets. */
export async function get({ key }: Params<'settings/get'>, client: Client): Promise<Result<'settings/get'>> {
	const value = await client.parts.settings?.read(key);
	if (value === undefined) return {};
	const around = key?.split('.').reduce<Secrecy>((secrecy, name) => secrecyOf(name, secrecy), 'none');
	return { value: withoutSecrets(value, around) };
}

/** Changes a setting. */
export async function set({ key, value }: Params<'settings/set'>, client: Client): Promise<Result<'settings/set'>> {
	const { settings } = client.parts;
	if (settings === undefined)
		throw new ServerError('SETTINGS_NOT_WRITTEN', `${key} was to be set, and this server has no settings file`);
	const place = placeOfHidden(value);
	if (place !== undefined) {
		const message = `${key}: ${hidden} stands for a secret that was not told; set only the members that you change`;
		const issues = [{ path: [...key.split('.'), ...place], message }];
		throw new ServerError('INVALID_SETTING', message, { data: { issues } });
	}
	await settings.write(key, value);
	return {};
}

/** Where a secret is that was not told; nothing if there is none. */
function placeOfHidden(value: unknown): readonly (string | number)[] | undefined {
	if (typeof value === 'string') return value === hidden || value.includes(`//${hidden}@`) ? [] : undefined;
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [key, inner] of Object.entries(value)) {
		const place = placeOfHidden(inner);
		if (place !== undefined) return [Array.isArray(value) ? Number(key) : key, ...place];
	}
	return undefined;
}
