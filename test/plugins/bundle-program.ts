import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Bundles a program as the server is bundled, into a folder of its own where the server's bundle would lie. */
export async function bundleProgram(program: string): Promise<{ path: string; remove(): Promise<void> }> {
	const dist = join(import.meta.dirname, '../../packages/myelin/dist');
	await mkdir(dist, { recursive: true });
	const dir = await mkdtemp(join(dist, '.program-'));
	const bundler = await rolldown({
		input: { program },
		platform: 'node',
		resolve: { conditionNames: ['@myelin/source'] },
		external: ['oxc-transform'],
	});
	await bundler.write({
		dir,
		format: 'cjs',
		minify: true,
		entryFileNames: '[name].cjs',
		chunkFileNames: '[name]-[hash].cjs',
	});
	await bundler.close();
	return { path: join(dir, 'program.cjs'), remove: () => rm(dir, { recursive: true }) };
}
