// vitest.config.ts with one mutant put in while its file is read; see mutants.mjs. No file is changed.
import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

const root = join(import.meta.dirname, '..');
/** @type {{ file: string, find: string, replace: string } | undefined} */
const mutant = process.env.MYELIN_MUTANT === undefined ? undefined : JSON.parse(process.env.MYELIN_MUTANT);

export default mergeConfig(base, {
	root,
	plugins: [
		{
			name: 'mutant',
			enforce: 'pre',
			/**
			 * @param {string} code
			 * @param {string} id
			 */
			transform(code, id) {
				if (mutant === undefined || id.split('?')[0] !== join(root, mutant.file)) return undefined;
				return code.replace(mutant.find, () => mutant.replace);
			},
		},
	],
});
