import type { JsonObject, Plugin } from '@myelin/plugins';
import { createSettingReader } from '../provider/setting-reader.ts';
import { settingsSchema } from '../provider/settings-schema.ts';
import { createDemoModel } from './model.ts';

const read = createSettingReader('demo-model');

/** Registers the model `demo/demo`. Setting `delayMs`: milliseconds between words, 0 unless set. */
export const demoModel: Plugin = {
	name: 'demo-model',
	settings: settingsSchema(delayOf),
	setup(myelin) {
		const delayMs = delayOf(myelin.settings);
		myelin.registerModel(createDemoModel(delayMs === undefined ? {} : { delayMs }));
	},
};

function delayOf({ delayMs }: JsonObject): number | undefined {
	return read.duration(delayMs, 'delayMs');
}
