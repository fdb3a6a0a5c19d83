import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate } from './gen/outputs.ts';
import { readProtocol } from './gen/protocol.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const stale = Object.entries(generate(readProtocol())).filter(([path, text]) => readText(path) !== text);

for (const [path, text] of stale) {
	if (check) {
		console.error(`stale: ${path}`);
		continue;
	}
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
	console.log(`wrote ${path}`);
}
if (check && stale.length > 0) {
	console.error('These files differ from what the schemas say. Run `pnpm gen`, review the difference and commit it.');
	process.exitCode = 1;
}

function readText(path: string): string | undefined {
	try {
		return readFileSync(join(root, path), 'utf8');
	} catch {
		return undefined;
	}
}
