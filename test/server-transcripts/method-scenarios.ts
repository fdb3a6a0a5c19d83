import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, hello, numbered, run, send, until, type WireScenario } from './conversation.ts';
import { calls, says } from './scenarios.ts';

const s1 = { sessionId: 's1' };

/** A plugin that asks a person before each fork. */
const asker = `export default { name: 'asker', setup(my) {
	my.on('session_before_fork', async (_payload, { ui }) =>
		(await ui.confirm({ title: 'Fork?' })) ? undefined : { block: true, reason: 'nobody agreed' }, { timeoutMs: Infinity });
} };`;

const word = `export default { name: 'word', setup(my) {
	my.registerTool({ name: 'word', description: 'A word.', parameters: { type: 'object' }, execute: () => 'word' });
} };`;

async function withFile(folder: string, name: string, text: string): Promise<undefined> {
	writeFileSync(join(folder, name), text);
}

/** A plugin with a command, a prompt template, and a command that fails. */
const commander = `export default { name: 'commander', setup(my) {
	my.registerCommand({ name: 'greet', description: 'Greets.', argumentHint: 'NAME', run: (args) => 'hello ' + args });
	my.registerPrompt({ name: 'review', description: 'Reviews.', template: 'Review $ARGUMENTS' });
	my.registerCommand({ name: 'stumble', description: 'Fails.', run() { throw new Error('boom'); } });
} };`;

/** Every method once at least, as a real server answers it. */
export const methodScenarios: Readonly<Record<string, WireScenario>> = {
	sessions: {
		note: 'Sessions are made, told, closed, opened again and deleted; the server ends in order.',
		script: [says('one two')],
		steps: numbered(
			hello(),
			ask('session/create'),
			...run('go', 'p1'),
			ask('session/state', s1),
			ask('session/list'),
			ask('session/close', s1),
			ask('session/open', s1),
			ask('session/rename', { ...s1, name: 'first' }),
			ask('session/close', s1),
			ask('session/delete', s1),
			ask('session/list'),
			ask('server/status'),
			ask('shutdown'),
			send({ method: 'exit' }),
		),
	},
	subscriptions: {
		note: 'A client attaches after a number and is told again what it missed, acknowledges, and detaches.',
		script: [says('one two')],
		steps: numbered(
			hello(),
			ask('session/create', { types: ['agent_end'] }),
			ask('session/prompt', { ...s1, promptId: 'p1', text: 'go' }),
			ask('session/attach', { ...s1, afterSeq: 3, windowBytes: 100_000 }),
			until('agent_end'),
			send({ method: 'session/ack', params: { ...s1, seq: 9 } }),
			ask('session/detach', s1),
		),
	},
	history: {
		note: 'What is written is read in pages, labelled, forked, and gone on from elsewhere.',
		script: [says('one'), says('two')],
		steps: numbered(
			hello(),
			ask('session/create'),
			...run('go', 'p1'),
			ask('session/entries', { ...s1, limit: 2 }),
			ask('session/entries', s1),
			ask('session/label', { ...s1, entryId: 'e1', label: 'start' }),
			ask('session/fork', { ...s1, entryId: 'e2' }),
			ask('session/navigate', { ...s1, entryId: null }),
			...run('again', 'p2'),
		),
	},
	compaction: {
		note: 'A summary stands for the older messages; where there are none, or the model has no summary, nothing is changed.',
		script: [says('one'), says('two'), says('one and two'), says('three')],
		steps: numbered(
			hello(),
			ask('session/create', { compaction: { enabled: false, keepRecentTokens: 10 } }),
			ask('session/compact', s1),
			...run('first '.repeat(200), 'p1'),
			...run('second', 'p2'),
			ask('session/compact', { ...s1, instructions: 'keep the numbers' }),
			...run('third '.repeat(40), 'p3'),
			ask('session/compact', s1),
		),
	},
	goals: {
		note: 'A goal starts a run by itself, which the model ends by saying that it is reached; what makes no sense is refused.',
		script: [calls('update_goal', { status: 'complete' }), says('done')],
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('session/setGoal', { ...s1, goal: { action: 'pause' } }),
			ask('session/setGoal', { ...s1, goal: { action: 'create', text: 'say done', budget: { runs: 2 } } }),
			until('session_idle'),
			ask('session/setGoal', { ...s1, goal: { action: 'resume' } }),
			ask('session/setGoal', { ...s1, goal: { action: 'clear' } }),
		),
	},
	settings: {
		note: 'The model, how much it thinks, and the tools it is offered; the settings file is told without secrets and changed.',
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('models/list'),
			ask('session/setModel', { ...s1, model: { provider: 'demo', id: 'demo' } }),
			ask('session/setThinkingLevel', { ...s1, thinkingLevel: 'high' }),
			ask('session/setTools', { ...s1, tools: [] }),
			ask('tools/list', s1),
			ask('session/setTools', { ...s1, tools: null }),
			ask('settings/set', { key: 'pluginSettings.openai', value: { apiKey: 'sk-1', maxRetries: 2 } }),
			ask('settings/get', { key: 'pluginSettings.openai' }),
			ask('settings/get', { key: 'pluginSettings.nobody' }),
		),
	},
	queue: {
		note: 'While a run is held, messages wait, are listed and taken back; the run is aborted.',
		script: [[[{ type: 'text_delta', index: 0, delta: 'half' }], 'silence']],
		steps: numbered(
			hello(),
			ask('session/create'),
			send({ id: 'run', method: 'session/prompt', params: { ...s1, promptId: 'p1', text: 'go' } }),
			until('message_update'),
			ask('session/steer', { ...s1, text: 'left' }),
			ask('session/followUp', { ...s1, content: [{ type: 'text', text: 'later' }] }),
			ask('queue/list', s1),
			ask('queue/remove', { ...s1, itemIds: ['m3'] }),
			ask('queue/clear', s1),
			ask('session/abort', { ...s1, reason: 'enough' }),
			until('session_idle'),
		),
	},
	'hooks-and-tools': {
		note: 'A client guards tools and has one of its own, which says something while it runs; then it takes both back.',
		script: [calls('lookup', { word: 'myelin' }), says('a sheath')],
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('hooks/register', { ...s1, hooks: [{ hookId: 'g', point: 'tool_call' }] }),
			ask('tools/register', {
				...s1,
				tools: [{ name: 'lookup', description: 'Looks a word up', parameters: { type: 'object' }, preview: true }],
			}),
			ask('tools/list', s1),
			send({ id: 'run', method: 'session/prompt', params: { ...s1, promptId: 'p1', text: 'go' } }),
			until('tool/preview'),
			send({ id: 1_000_000, result: { preview: { word: 'myelin' } } }),
			until('hook/call'),
			send({ id: 1_000_001, result: { decision: 'allow' } }),
			until('tool/execute'),
			send({ method: '$/progress', params: { token: 't1', value: { kind: 'status', delta: 'looking' } } }),
			until('tool_execution_update'),
			send({ id: 1_000_002, result: { content: [{ type: 'text', text: 'a sheath' }] } }),
			until('session_idle'),
			ask('hooks/unregister', { ids: ['g'] }),
			ask('tools/unregister', { ids: ['lookup'] }),
		),
	},
	commands: {
		note: 'Commands of a plugin: what one says, the prompt that one makes, one that fails, and one that is not there.',
		prepare: (folder) => withFile(folder, 'commander.mjs', commander),
		options: ['--plugin=$folder/commander.mjs'],
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('commands/list', s1),
			ask('commands/run', { ...s1, name: 'greet', args: 'you' }),
			ask('commands/run', { ...s1, name: 'review', args: 'all' }),
			ask('commands/run', { ...s1, name: 'stumble' }),
			ask('commands/run', { ...s1, name: 'none' }),
		),
	},
	'client-commands': {
		note: 'A client offers a command and a prompt; what is no command is refused by itself. It runs the command, fails at it, and takes it back.',
		steps: numbered(
			hello(),
			ask('session/create'),
			ask('commands/register', {
				...s1,
				commands: [
					{ name: 'greet', description: 'Greets.', argumentHint: 'NAME' },
					{ name: 'review', description: 'Reviews.', template: 'Review $ARGUMENTS' },
					{ name: 'Greet Me', description: '' },
				],
			}),
			ask('commands/list', s1),
			send({ id: 'ran', method: 'commands/run', params: { ...s1, name: 'greet', args: 'you' } }),
			until('command/execute'),
			send({ id: 1_000_000, result: { text: 'hello you' } }),
			until('ran'),
			send({ id: 'failed', method: 'commands/run', params: { ...s1, name: 'greet' } }),
			until('command/execute'),
			send({ id: 1_000_001, error: { code: -32000, message: 'nobody there' } }),
			until('failed'),
			ask('commands/run', { ...s1, name: 'review', args: 'all' }),
			ask('commands/unregister', { ids: ['greet'] }),
			ask('commands/list', s1),
		),
	},
	plugins: {
		note: 'A plugin is loaded by its path, loaded again, and taken out. A client need not say that it is ready.',
		prepare: (folder) => withFile(folder, 'word.mjs', word),
		steps: numbered(
			hello(),
			send({ method: 'plugin/ready' }),
			ask('plugins/load', { path: '/folder/word.mjs' }),
			ask('plugins/reload', { name: 'word' }),
			ask('plugins/unload', { name: 'word' }),
			ask('plugins/list'),
		),
	},
	questions: {
		note: 'A plugin asks a person, and the client has an answer for it.',
		prepare: (folder) => withFile(folder, 'asker.mjs', asker),
		options: ['--plugin=$folder/asker.mjs'],
		steps: numbered(
			hello({ ui: true }),
			ask('session/create'),
			send({ id: 'fork', method: 'session/fork', params: s1 }),
			until('ui/ask'),
			send({ id: 1_000_000, result: { value: true } }),
			until('fork'),
		),
	},
};
