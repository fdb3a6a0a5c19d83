// usage: pnpm bench [NAME …]   runs the named benches, or all; a figure worse than twice its target fails
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const rooms = ['cell', 'table'];
const all = readdirSync(join(root, 'bench/src'))
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.replace(/\.ts$/, ''))
	.filter((name) => !rooms.includes(name));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) {
	console.error(`there is no bench "${unknown}"; there are ${all.join(', ')}`);
	process.exit(2);
}
await bundle();
for (const name of asked.length === 0 ? all : asked) {
	const options = [
		'--expose-gc',
		'--conditions=@myelin/source',
		'--import',
		'tsx',
		join(root, 'bench/src', `${name}.ts`),
	];
	const { status } = spawnSync(process.execPath, options, { stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
