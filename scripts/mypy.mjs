// usage: node scripts/mypy.mjs
// Checks the Python client by mypy, if there is one: the program that MYPY names, else that of `python3`. npm installs none.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..', 'packages', 'clients', 'python');
const candidates = process.env.MYPY === undefined ? [['python3', '-m', 'mypy'], ['mypy']] : [[process.env.MYPY]];
const found = candidates.find(([program = '', ...args]) => spawnSync(program, [...args, '--version']).status === 0);
if (found === undefined) {
	console.log('skipped: mypy is not installed; `python3 -m pip install mypy` does, or MYPY names one');
} else {
	const [program = '', ...args] = found;
	process.exitCode = spawnSync(program, args, { cwd, stdio: 'inherit' }).status ?? 1;
}
