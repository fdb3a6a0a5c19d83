import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Message, opening, prompt, type Scenario, type Step, says } from './scenarios.ts';

/** A call that a program makes and what it is answered; `pick` is the member of the answer that it is given. */
function asks(name: string, op: Message, method: string, params: Message, pick?: string): readonly Step[] {
	const id = `$id:${name}`;
	return [
		{ do: { ...op, as: name }, sends: [{ id, method, params }] },
		{ until: id },
		{ answered: id, of: name, ...(pick === undefined ? {} : { pick }) },
	];
}

const s1 = { sessionId: 's1' };

const go = { ...s1, kind: 'confirm', title: 'Go on?', default: true };

/** Asks a person before each fork. */
const asker = `export default { name: 'asker', setup(my) {
	my.on('session_before_fork', async (_payload, { ui }) =>
		(await ui.confirm({ title: 'Fork?' })) ? undefined : { block: true, reason: 'nobody agreed' }, { timeoutMs: Infinity });
} };`;

/** What a program asks of a real server about its sessions, by the name of the file. */
export const callScenarios: Readonly<Record<string, Scenario>> = {
	'server-history': {
		note: 'Said by a real server: what is written is read, labelled and gone on from elsewhere; the session is named and forked.',
		script: [says('one')],
		steps: [
			...opening,
			prompt('go'),
			{ until: '$id:prompt' },
			...asks('c0', { op: 'entries', params: { limit: 2 } }, 'session/entries', { ...s1, limit: 2 }),
			...asks('c1', { op: 'label', entryId: 'e1', label: 'start' }, 'session/label', {
				...s1,
				entryId: 'e1',
				label: 'start',
			}),
			...asks('c2', { op: 'rename', name: 'First' }, 'session/rename', { ...s1, name: 'First' }),
			...asks('c3', { op: 'fork', entryId: 'e2' }, 'session/fork', { ...s1, entryId: 'e2' }, 'sessionId'),
			...asks('c4', { op: 'navigate', entryId: null }, 'session/navigate', { ...s1, entryId: null }),
		],
	},
	'server-settings': {
		note: 'Said by a real server: how much a model thinks, and the settings file, of which no secret is told.',
		script: [],
		steps: [
			...opening,
			...asks('c0', { op: 'setThinkingLevel', thinkingLevel: 'high' }, 'session/setThinkingLevel', {
				...s1,
				thinkingLevel: 'high',
			}),
			...asks('c1', { op: 'setSetting', key: 'pluginSettings.openai', value: { apiKey: 'sk-1' } }, 'settings/set', {
				key: 'pluginSettings.openai',
				value: { apiKey: 'sk-1' },
			}),
			...asks('c2', { op: 'settings', key: 'pluginSettings.openai' }, 'settings/get', { key: 'pluginSettings.openai' }),
		],
	},
	'server-person': {
		note: 'Said by a real server: a program tells the person before a session something, and asks; nobody is there, so that the default holds.',
		script: [],
		steps: [
			...opening,
			...asks('c0', { op: 'notify', ...s1, message: 'looking' }, 'ui/notify', {
				...s1,
				message: 'looking',
				level: 'info',
			}),
			...asks('c1', { op: 'ask', question: go }, 'ui/request', go),
		],
	},
	'server-question': {
		note: 'Said by a real server: a plugin asks a person before it lets the session be forked.',
		script: [],
		async prepare(folder) {
			writeFileSync(join(folder, 'asker.mjs'), asker);
			return undefined;
		},
		options: ['--plugin=$folder/asker.mjs'],
		steps: [
			{
				do: { op: 'spawn', name: 'driver', onAsk: true },
				sends: [
					{
						id: '$id:init',
						method: 'initialize',
						params: {
							clientInfo: { name: 'driver' },
							protocolVersion: { min: 1, max: 1 },
							capabilities: { ui: true },
						},
					},
				],
			},
			...opening.slice(1),
			{ do: { op: 'fork', as: 'c0' }, sends: [{ id: '$id:c0', method: 'session/fork', params: s1 }] },
			{ until: 'ui/ask' },
			{ called: 'ui/ask', of: 'ask' },
			{
				do: { op: 'answer', of: 'ask', with: { value: true } },
				sends: [{ id: 1_000_000, result: { value: true } }],
			},
			{ until: '$id:c0' },
			{ answered: '$id:c0', of: 'c0', pick: 'sessionId' },
		],
	},
};
