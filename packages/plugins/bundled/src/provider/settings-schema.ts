import { errorText, type JsonObject, type Plugin } from '@myelin/plugins';
import { SettingError } from './setting-reader.ts';

/** A schema that takes the settings that `read` takes; the plugin still reads them itself, beside its environment. */
export function settingsSchema(read: (settings: JsonObject) => unknown): NonNullable<Plugin['settings']> {
	return {
		'~standard': {
			version: 1,
			vendor: 'myelin',
			validate: (value) => validated(value, read),
			jsonSchema: { input: () => ({ type: 'object' }) },
		},
	};
}

function validated(value: unknown, read: (settings: JsonObject) => unknown) {
	try {
		read(value as JsonObject);
		return { value: value as JsonObject };
	} catch (error) {
		if (error instanceof SettingError)
			return { issues: [{ path: error.where.split('.'), message: `expected ${error.wanted}` }] };
		return { issues: [{ message: errorText(error) }] };
	}
}
