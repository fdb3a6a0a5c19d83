// usage: npm start                    a chat at a terminal, a short tour elsewhere
//        npm start -- "a prompt"      runs it through a spawned server and prints the stream
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundle, commandPath } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const prompt = process.argv.slice(2).join(' ').trim();

await bundle();
const child = spawn(process.execPath, [...programFor(prompt)], { cwd: root, stdio: 'inherit' });
// The program decides what an interrupt means; this process only waits for it.
process.on('SIGINT', () => {});
child.on('exit', (code, signal) => {
	process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});

/** @param {string} words */
function programFor(words) {
	if (words !== '') return [commandPath, 'run', words];
	if (process.stdin.isTTY) return [commandPath];
	return ['--conditions=@myelin/source', '--import', 'tsx', join(root, 'examples/tour/tour.ts')];
}
