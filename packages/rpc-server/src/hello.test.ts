import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { greet, serverInfo } from './hello.ts';

const limits = { maxFrameBytes: 1000 };
const clientInfo = { name: 'c', version: '2' };
const valid = { clientInfo, protocolVersion: { min: 1, max: 3 }, capabilities: { ui: true } };

it('answers with the version of both sides and the limits in force', () => {
	expect(greet(valid, limits)).toEqual({
		hello: { clientInfo, protocolVersion: 1, capabilities: { ui: true } },
		result: {
			serverInfo: { name: 'myelin', version: '0.1.0' },
			protocolVersion: 1,
			capabilities: {},
			limits: { maxFrameBytes: 1000 },
		},
	});
	expect(greet({ clientInfo: { name: 'c' }, protocolVersion: { min: 0, max: 1 }, extra: 1 }, limits).hello).toEqual({
		clientInfo: { name: 'c' },
		protocolVersion: 1,
		capabilities: {},
	});
});

it('tells which side to upgrade when both share no version', () => {
	expect(() => greet({ ...valid, protocolVersion: { min: 0, max: 0 } }, limits)).toThrow(
		expect.objectContaining({
			code: 'VERSION_MISMATCH',
			message: 'The client speaks protocol 0 to 0, the server 1; upgrade the client.',
		}),
	);
	expect(() => greet({ ...valid, protocolVersion: { min: 2, max: 5 } }, limits)).toThrow(
		expect.objectContaining({
			code: 'VERSION_MISMATCH',
			message: 'The client speaks protocol 2 to 5, the server 1; upgrade the server.',
		}),
	);
});

it.each([
	undefined,
	[],
	{},
	{ ...valid, clientInfo: undefined },
	{ ...valid, clientInfo: { name: 1 } },
	{ ...valid, clientInfo: { name: '' } },
	{ ...valid, clientInfo: { name: 'x'.repeat(101) } },
	{ ...valid, clientInfo: { name: 'c', version: 1 } },
	{ ...valid, protocolVersion: 1 },
	{ ...valid, protocolVersion: { min: 2, max: 1 } },
	{ ...valid, protocolVersion: { min: 0.5, max: 1 } },
	{ ...valid, protocolVersion: { min: -1, max: 1 } },
	{ ...valid, capabilities: [] },
	{ ...valid, capabilities: null },
])('refuses what the protocol does not allow: %j', (params) => {
	expect(() => greet(params, limits)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS', rpcCode: -32602 }));
});

it('gives the version of its package', () => {
	const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
	expect(serverInfo.version).toBe(manifest.version);
});
