import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.ts';
import { initialize } from './initialize.ts';

const whole = { protocolVersion: 1, serverInfo: { name: 'm', version: '1' }, limits: { maxFrameBytes: 1000 } };

/** What becomes of a greeting that is answered so. */
function greeted(answer: object): Promise<unknown> {
	const connection = createConnection(() => {}, { request: () => null, notification() {}, ended() {} });
	const hello = initialize(connection, { clientInfo: { name: 't' }, canAsk: false }, undefined);
	connection.receive(Buffer.from(`${JSON.stringify({ id: 1, result: answer })}\n`));
	return hello;
}

describe('the greeting', () => {
	it('gives what the server says of itself', async () => {
		expect(await greeted(whole)).toEqual(whole);
	});

	it.each([
		[{}, 'protocolVersion to be a whole number, found {}'],
		[{ ...whole, protocolVersion: '1' }, 'protocolVersion to be a whole number, found {"protocolVersion":"1",'],
		[{ protocolVersion: 1 }, 'serverInfo.name to be a text, found {"protocolVersion":1}'],
		[
			{ protocolVersion: 1, serverInfo: { name: 'm' } },
			'limits.maxFrameBytes to be a whole number from 1, found {"protocolVersion":1,"serverInfo":{"name":"m"}}',
		],
		[{ ...whole, limits: null }, 'limits.maxFrameBytes to be a whole number from 1, found '],
		[{ ...whole, limits: { maxFrameBytes: 0 } }, 'limits.maxFrameBytes to be a whole number from 1, found '],
	])('that is answered by %j is told as what it lacks', async (answer, lacks) => {
		await expect(greeted(answer)).rejects.toMatchObject({
			code: 'INVALID_ANSWER',
			message: expect.stringContaining(`initialize: expected ${lacks}`),
		});
		await expect(greeted(answer)).rejects.toThrow(/; is it a Myelin server\?$/);
	});

	it.each([
		[{ protocolVersion: 0, serverInfo: { name: 'm' } }, 0, 'the server (m)'],
		[{ protocolVersion: 0 }, 0, 'the server'],
		[{ protocolVersion: 2 }, 2, 'this client (@myelin/client)'],
	])(
		'that is answered by %j, which is of another version, says which side to upgrade',
		async (answer, theirs, older) => {
			await expect(greeted(answer)).rejects.toMatchObject({
				code: 'VERSION_MISMATCH',
				message: `the server speaks version ${theirs} of the protocol, this client 1; upgrade ${older}`,
			});
		},
	);
});
