import { describe, expect, it } from 'vitest';
import { connect } from './testing/connected.ts';

describe('a request of the server', () => {
	it('is numbered from a million and resolves with the result', async () => {
		const { connection, say, hear } = connect();
		const answer = connection.request('ask', { a: 1 });
		const asked = await hear();
		expect(asked).toEqual({ jsonrpc: '2.0', id: expect.any(Number), method: 'ask', params: { a: 1 } });
		expect(asked.id).toBeGreaterThanOrEqual(1_000_000);
		say({ id: asked.id, result: null });
		expect(await answer).toBeNull();
	});

	it('rejects with what the client gave as its error', async () => {
		const { connection, say, hear } = connect();
		const answer = connection.request('ask', {});
		say({ id: (await hear()).id, error: { code: 7, message: 'no idea', data: [1] } });
		await expect(answer).rejects.toMatchObject({
			code: 'CLIENT_FAILED',
			message: 'The client failed at "ask": no idea',
			data: { rpcCode: 7, clientData: [1] },
		});
	});

	it('rejects at once on abort, tells the client, and ignores a late answer', async () => {
		const { connection, say, hear } = connect();
		const controller = new AbortController();
		const answer = connection.request('ask', {}, controller.signal);
		const { id } = await hear();
		controller.abort(new Error('too slow'));
		await expect(answer).rejects.toThrow('too slow');
		expect(await hear()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
		say({ id, result: 1 }, { id: 5, method: 'm' });
		expect(await hear()).toMatchObject({ id: 5, result: {} });
	});

	it('is not sent when its signal is aborted already', async () => {
		const { connection, say, hear } = connect();
		await expect(connection.request('ask', {}, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
		say({ id: 5, method: 'm' });
		expect(await hear()).toMatchObject({ id: 5 });
	});

	it('rejects when the connection ends, before and after', async () => {
		const { connection, input, hear } = connect();
		const answer = connection.request('ask', {});
		await hear();
		input.end();
		await expect(answer).rejects.toMatchObject({ code: 'DISCONNECTED' });
		await expect(connection.request('ask', {})).rejects.toMatchObject({ code: 'DISCONNECTED' });
	});
});
