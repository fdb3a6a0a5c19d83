import { expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { createLibrary } from './jsonrpc-library.ts';

it('a request that was cancelled is told to the client and keeps nothing, though no answer comes', async () => {
	const sent: string[] = [];
	const library = createLibrary({
		maxFrameBytes: 1 << 20,
		log: { debug() {}, info() {}, warn() {}, error() {} },
		send: (json) => sent.push(json),
		answer() {},
		callOf() {
			throw new Error('the client asks nothing here');
		},
		hasRoom: () => true,
		request: async () => null,
		notification() {},
		onHandedOn() {},
	});
	const source = new CancellationTokenSource();
	const answer = library.connection.sendRequest('ask', source.token);
	source.cancel();
	await expect(answer).rejects.toMatchObject({ code: -32800 });
	expect(library.connection.hasPendingResponse()).toBe(false);
	expect(library.backlog).toBe(0);
	const { id } = JSON.parse(sent[0] ?? '');
	expect(sent.slice(1)).toEqual([`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}`]);
});
