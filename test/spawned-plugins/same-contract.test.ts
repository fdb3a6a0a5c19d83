import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collect, ofType } from '../typescript-client/open-client.ts';
import { verifies } from '../verifies.ts';
import { type OpenServer, openServer } from './open-server.ts';

/** Guards that do what the contract has no room for, and the cause that the denial gives. */
const guards = [
	["() => ({ decision: 'allow' })", 'invalid'],
	["() => ({ decision: 'block', reason: 'no' })", 'invalid'],
	["() => ({ block: true, reason: 'no', args: {} })", 'invalid'],
	["() => ({ block: true, reason: 'no', args: 5n })", 'invalid'],
	['() => null', 'invalid'],
	['() => { my.settings.mine = 1; }', 'crash'],
	['() => ({ block: true, reason: 5n })', 'invalid'],
	["({ args }) => { args.command = 'echo hacked'; }", 'crash'],
] as const;

it.each(guards)('a guard %s denies as one that failed, in either kind of process', async (hook, cause) => {
	verifies('R82');
	const folder = mkdtempSync(join(tmpdir(), 'same-contract-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'odd.mjs');
	writeFileSync(path, `export default { name: 'odd', setup(my) { my.on('tool_call', ${hook}); } };`);
	for (const entry of [path, { path, isolation: 'process' }]) {
		const { decide } = await openServer(entry);
		expect(await decide('echo ran')).toMatchObject([{ by: 'odd', answer: 'block', cause }]);
	}
});

/** Fewer than quarantine a plugin: the hook at `compaction` is asked once for each. */
const oddAnswers = {
	null: 'null',
	notANumber: 'NaN',
	inner: '{ content: [() => 1], append: [() => 1], systemPrompt: () => 1, summary: () => 1 }',
	big: '{ content: 5n, append: [5n], systemPrompt: 5n, summary: 5n }',
};

const points = ['input', 'system_prompt', 'context', 'model_request', 'tool_args', 'tool_result', 'compaction'];

const ran = 'stop, ran; ';
const outcomes = {
	input: `${ran}input`,
	system_prompt: `${ran}system_prompt`,
	context: `${ran}context`,
	model_request: `${ran}model_request`,
	tool_args: 'stop, denied; tool_args',
	tool_result: `${ran}tool_result`,
	compaction: 'a summary; compaction',
};
const nullOutcomes = {
	input: `${ran}input: its answer is null, not a list of messages`,
	system_prompt: `${ran}system_prompt: it answered null, not a text`,
	context: `${ran}context: the answer is null, not a patch or a list of messages`,
	model_request: `${ran}model_request: it answered null, not an object with systemPrompt, thinkingLevel, tools`,
	tool_args: 'stop, denied; tool_args: it answered null, not an object of arguments',
	tool_result: `${ran}tool_result: it answered null, not an object with content, details, isError`,
	compaction: 'a summary; compaction: it answered null, not an object with summary',
};

/** A plugin whose hook at the point that the file `asked` names answers what that names too. */
const oddTransforms = (asked: string) => `import { readFileSync } from 'node:fs';
const answers = { ${Object.entries(oddAnswers)
	.map(([name, code]) => `${name}: () => (${code})`)
	.join(', ')} };
export default { name: 'odd', setup(my) {
	for (const point of ${JSON.stringify(points)}) my.on(point, () => {
		const [where, what] = readFileSync(${JSON.stringify(asked)}, 'utf8').split(' ');
		return where === point ? answers[what]() : undefined;
	}, { hookId: point });
} };`;

/** What became of a prompt, or of compacting, with a hook at a point that answers so; `fault` is what its plugin is said to have done last. */
async function outcome({ myelin, session }: OpenServer, point: string) {
	const fault = async () => (await myelin.plugins()).find(({ name }) => name === 'odd')?.lastError ?? '';
	if (point === 'compaction') {
		const made = await session.compact().then(
			() => 'a summary',
			(error: Error) => error.message,
		);
		return { made, fault: await fault() };
	}
	const events = await collect(session.prompt('bash command="echo ran"'));
	const [end] = ofType(events, 'tool_execution_end');
	const made = `${ofType(events, 'agent_end')[0]?.summary.endReason}, ${end?.isError ? 'denied' : 'ran'}`;
	return { made, fault: await fault() };
}

it('a transform that answers nonsense changes nothing and is told of, in either kind of process; only nothing is no change', async () => {
	verifies('R86');
	const folder = mkdtempSync(join(tmpdir(), 'same-contract-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const [path, asked] = [join(folder, 'odd.mjs'), join(folder, 'asked')];
	writeFileSync(path, oddTransforms(asked));
	const servers = [await openServer(path), await openServer({ path, isolation: 'process' })];
	for (const answer of Object.keys(oddAnswers)) {
		const [inServer, apart] = [new Map<string, string>(), new Map<string, string>()];
		for (const point of points) {
			writeFileSync(asked, `${point} ${answer}`);
			for (const [server, seen] of [
				[servers[0], inServer],
				[servers[1], apart],
			] as const) {
				const { made, fault } = await outcome(server as OpenServer, point);
				// What cannot travel is refused where the hook runs, which has its own words for it.
				seen.set(point, answer === 'null' ? `${made}; ${fault}` : `${made}; ${fault.split(':')[0]}`);
			}
		}
		expect([answer, apart]).toEqual([answer, inServer]);
		expect([answer, Object.fromEntries(inServer)]).toEqual([answer, answer === 'null' ? nullOutcomes : outcomes]);
	}
}, 60_000);
