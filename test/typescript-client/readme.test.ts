import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';

const root = join(import.meta.dirname, '../..');

it("the README's program streams, runs its tool and vetoes", async () => {
	const args = ['--conditions=@myelin/source', '--import', 'tsx', 'examples/typescript-client/guard.ts'];
	const env = { ...process.env, MYELIN_COMMAND: serverPath, ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' };
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
	expect(stdout).toContain('lookup: ok\nlookup says: myelin: the sheath of a nerve\n— stop\n');
	expect(stdout).toContain('bash: refused\n');
	expect(stdout).toContain('not from TypeScript');
});
