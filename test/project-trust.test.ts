import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Myelin } from '@myelin/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandPath, serverPath } from '../scripts/bundle.mjs';
import { collect, ofType } from './typescript-client/open-client.ts';

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'project-trust-'));
	env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' };
	mkdirSync(join(folder, '.myelin/plugins'), { recursive: true });
	writePlugin('a');
	writeFileSync(
		join(folder, '.myelin/settings.json'),
		'{ "pluginSettings": { "project-guard": { "reason": "so says the project" } } }',
	);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A plugin that leaves a mark when its code runs, and denies everything. */
function writePlugin(mark: string): void {
	writeFileSync(
		join(folder, '.myelin/plugins/guard.mjs'),
		`import { writeFileSync } from 'node:fs';
		writeFileSync(${JSON.stringify(join(folder, 'mark-'))} + '${mark}', '');
		export default { name: 'project-guard', setup(myelin) {
			myelin.on('tool_call', () => ({ block: true, reason: myelin.settings.reason }));
		} };`,
	);
}

/** What a prompt for a shell command in the project comes to. */
async function look() {
	const myelin = await Myelin.spawn({ command: [process.execPath, serverPath], cwd: folder, env });
	try {
		const session = await myelin.createSession();
		const events = await collect(session.prompt('bash command="ls"'));
		return {
			denials: ofType(events, 'tool_decision').flatMap(({ decisions }) => decisions.map(({ reason }) => reason)),
			notices: ofType(events, 'notice').map(({ message }) => message),
		};
	} finally {
		await myelin.close();
	}
}

const trust = () =>
	execFileSync(process.execPath, [commandPath, 'trust', '--yes'], { cwd: folder, env, encoding: 'utf8' });

it("a project's plugins and settings are used when a person trusted them as they are, and else nothing of them runs", async () => {
	expect(await look()).toEqual({
		denials: [],
		notices: [expect.stringMatching(/\.myelin are not used: .*run myelin trust/)],
	});
	expect(existsSync(join(folder, 'mark-a'))).toBe(false);

	expect(trust()).toContain('plugins/guard.mjs');
	expect(await look()).toEqual({ denials: ['so says the project'], notices: [] });

	writePlugin('b');
	expect(await look()).toMatchObject({ denials: [], notices: [expect.stringContaining('are not used')] });
	expect(existsSync(join(folder, 'mark-b'))).toBe(false);
});

it('without a person at a terminal trusting needs --yes', () => {
	const run = () => execFileSync(process.execPath, [commandPath, 'trust'], { cwd: folder, env, stdio: 'pipe' });
	expect(run).toThrow(/trusting needs a person at a terminal, or --yes/);
});
