import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Myelin, type Session, type SessionEvent } from '@myelin/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { collect, ofType, untilType } from '../typescript-client/open-client.ts';
import { verifies } from '../verifies.ts';
import { guardOf, has, type Kind, temporaryFolder } from './guards.ts';

const kinds: readonly Kind[] = ['in process', 'process isolation', 'TypeScript', 'Python', 'Go'];

interface Row {
	readonly fault: string;
	/** What the decision gives as the cause. */
	readonly cause: string;
	/** The cause in the server's own process, if it is another one there. */
	readonly inProcess?: string;
	/** Where it cannot be done, or is none: in process a large reason is cut, and what ends or holds the process does so to the server. */
	readonly except?: readonly Kind[];
}

/** Ordered so that each leaves a guard for the next; one that loops never comes back by itself. */
const rows: readonly Row[] = [
	{ fault: 'throw', cause: 'crash' },
	{ fault: 'reject', cause: 'crash' },
	{ fault: 'hang', cause: 'timeout' },
	{ fault: 'late', cause: 'timeout' },
	{ fault: 'nonsense', cause: 'invalid', except: ['Go'] },
	{ fault: 'oversize', cause: 'crash', except: ['in process'] },
	{ fault: 'exit', cause: 'disconnect', inProcess: 'crash' },
	{ fault: 'kill', cause: 'disconnect', except: ['in process'] },
	{ fault: 'spin', cause: 'timeout', except: ['in process'] },
];

const printed = new Map<string, string>();

describe.each(['deny', 'allow'] as const)('where failing means %s,', (onFailure) => {
	describe.each(kinds.filter((kind) => has(kind) || process.env.CI === 'true'))('a guard, %s,', (kind) => {
		const { folder, remove } = temporaryFolder();
		let myelin: Myelin;
		let session: Session;
		let news: AsyncIterator<SessionEvent>;

		beforeAll(async () => {
			const settings = join(folder, 'settings.json');
			const pluginSettings = { guard: onFailure === 'allow' ? { onFailure } : {} };
			writeFileSync(settings, JSON.stringify({ plugins: [guardOf(kind, folder)], pluginSettings }));
			myelin = await Myelin.spawn({
				command: [process.execPath, serverPath, '--settings', settings, '--max-frame', '1000000'],
				env: { HOME: folder, XDG_CONFIG_HOME: folder, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' },
			});
			session = await myelin.createSession({ cwd: folder });
			news = session.events()[Symbol.asyncIterator]();
		}, 120_000);

		afterAll(async () => {
			await myelin?.close();
			remove();
		});

		const run = async (command: string) =>
			ofType(await collect(session.prompt(`bash command="${command}"`)), 'tool_decision')[0];

		it.each(rows.filter(({ except = [] }) => !except.includes(kind)))(
			`that does this ${onFailure === 'deny' ? 'denies' : 'allows, visibly'}: $fault`,
			async ({ fault, cause: usual, inProcess = usual }) => {
				const cause = kind === 'in process' ? inProcess : usual;
				if (onFailure === 'deny') verifies('R82');
				expect(await run('echo fine')).toMatchObject({
					answer: 'allow',
					decisions: [{ by: 'guard', cause: 'policy' }],
				});
				const trace = join(folder, `trace-${fault}`);
				expect(await run(`touch ${trace} # ${fault}`)).toMatchObject({
					answer: onFailure === 'deny' ? 'block' : 'allow',
					decisions: [{ by: 'guard', hookId: 'gate', answer: onFailure === 'deny' ? 'block' : 'allow', cause }],
				});
				expect(existsSync(trace)).toBe(onFailure === 'allow');
				printed.set(`${onFailure} ${kind} ${fault}`, cause);
				if (cause === 'disconnect') while ((await untilType(news, 'plugin_status')).status !== 'loaded');
			},
		);
	});
});

afterAll(() => {
	const cell = (text: string) => text.padEnd(21);
	const lines = (['deny', 'allow'] as const).flatMap((onFailure) => [
		`a failing guard, onFailure: ${onFailure}`,
		cell('') + kinds.map(cell).join(''),
		...rows.map(({ fault }) => cell(fault) + kinds.map((kind) => cell(cellOf(onFailure, kind, fault))).join('')),
	]);
	process.stdout.write(`${lines.map((line) => line.trimEnd()).join('\n')}\n`);
});

/** What a guard's fault came to. */
function cellOf(onFailure: 'deny' | 'allow', kind: Kind, fault: string): string {
	const cause = printed.get(`${onFailure} ${kind} ${fault}`);
	if (cause !== undefined) return `${onFailure === 'deny' ? 'denied' : 'allowed'}: ${cause}`;
	return rows.find((row) => row.fault === fault)?.except?.includes(kind) ? '–' : 'NOT SHOWN';
}
