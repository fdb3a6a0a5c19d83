import { type AskHandler, Myelin, type UiAskParams } from '@myelin/client';
import { expect, it, onTestFinished } from 'vitest';
import { expectNoLeaks } from './leaks.ts';
import { collect, ofType } from './open-client.ts';
import { talkingServer } from './talking-server.ts';

expectNoLeaks();

/** What becomes of a tool call about which a plugin asks the person before this client. */
async function asking(onAsk: AskHandler | undefined) {
	const server = talkingServer({ plugins: ['careful'] });
	const myelin = await Myelin.spawn({ ...server, clientInfo: { name: 'driver' }, ...(onAsk && { onAsk }) });
	onTestFinished(() => myelin.close());
	const session = await myelin.createSession({ cwd: server.folder });
	const events = await collect(session.prompt('act 1'));
	return { acted: server.acted(), resolved: ofType(events, 'ui_resolved')[0] };
}

it('a question of a plugin is put to the person, and the answer counts', async () => {
	const seen: UiAskParams[] = [];
	const { acted, resolved } = await asking(async (question) => {
		seen.push(question);
		return true;
	});
	expect(seen).toMatchObject([{ plugin: 'careful', kind: 'confirm', title: 'Run act?' }]);
	expect([acted, resolved]).toMatchObject([1, { value: true, by: 'driver' }]);
});

const handlers: readonly (readonly [string, AskHandler | undefined])[] = [
	['says no', () => false],
	['leaves the question to others', () => undefined],
	['throws', () => Promise.reject(new Error('no terminal'))],
	['answers nonsense', () => 'maybe'],
	['is not there', undefined],
];

it.each(handlers)('nothing runs when the handler %s', async (_what, onAsk) => {
	const { acted, resolved } = await asking(onAsk);
	expect([acted, resolved]).toMatchObject([0, { value: false }]);
});
