import type { Plugin } from '@myelin/plugins';
import { createDemoModel } from './model.ts';

/** Registers the model `demo/demo`. Setting `delayMs`: milliseconds between words, 0 unless set. */
export const demoModel: Plugin = {
	name: 'demo-model',
	setup(myelin) {
		const { delayMs } = myelin.settings;
		myelin.registerModel(createDemoModel(typeof delayMs === 'number' ? { delayMs } : {}));
	},
};
