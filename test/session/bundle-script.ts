import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Makes one file of a script and what it imports, which plain Node can run; answers its path. */
export async function bundleScript(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'myelin-script-'));
	const file = join(folder, name.replace(/\.ts$/, '.mjs'));
	const bundle = await rolldown({
		input: join(import.meta.dirname, name),
		platform: 'node',
		resolve: { conditionNames: ['@myelin/source'] },
	});
	await bundle.write({ file, format: 'esm' });
	await bundle.close();
	return file;
}
