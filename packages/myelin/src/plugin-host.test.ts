import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock } from '@myelin/core/testing';
import { createPluginHost } from '@myelin/plugins/host';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadPlugins } from './plugin-host.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const variables = [
	'ANTHROPIC_API_KEY',
	'ANTHROPIC_AUTH_TOKEN',
	'ANTHROPIC_BASE_URL',
	'OPENAI_API_KEY',
	'OPENAI_BASE_URL',
];

afterEach(() => vi.unstubAllEnvs());

it.each([
	['nothing', {}, 'demo'],
	['the first', { ANTHROPIC_API_KEY: 'key-of-nobody' }, 'anthropic'],
	['the second', { OPENAI_API_KEY: 'key-of-nobody' }, 'openai'],
	['both', { ANTHROPIC_API_KEY: 'key-of-nobody', OPENAI_API_KEY: 'key-of-nobody' }, 'anthropic'],
])('with %s configured the default model is of the first provider that is: %j', async (_, env, provider) => {
	for (const name of variables) vi.stubEnv(name, '');
	for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
	const host = createPluginHost({ settings: {}, log: silent });
	await loadPlugins(host, { kind: 'none' }, []);
	expect(host.models.defaultModel()?.provider).toBe(provider);
});

/** Plugins `first`, whose setup tells that it was entered and waits, and `second`; each offers the tool `t` where `offers` says so. */
async function loadTwo(offers: boolean) {
	const folder = mkdtempSync(join(tmpdir(), 'load-two-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const signal = { entered: () => {}, goOn: () => {} };
	const entered = new Promise<void>((resolve) => Object.assign(signal, { entered: resolve }));
	const waits = new Promise<void>((resolve) => Object.assign(signal, { goOn: resolve }));
	vi.stubGlobal('loadTwo', { entered: signal.entered, waits });
	onTestFinished(() => void vi.unstubAllGlobals());
	const tool = offers ? "myelin.registerTool({ name: 't', description: '', parameters: {}, execute: () => '' });" : '';
	const entries = ['first', 'second'].map((name) => {
		const wait = name === 'first' ? 'loadTwo.entered(); await loadTwo.waits;' : '';
		const path = join(folder, `${name}.mjs`);
		writeFileSync(path, `export default { name: '${name}', async setup(myelin) { ${wait} ${tool} } };`);
		return { kind: 'file', path } as const;
	});
	const clock = fakeClock();
	const host = createPluginHost({ settings: {}, log: silent, clock });
	const secondIsLoaded = new Promise<void>((resolve) =>
		host.onReport((news) => news.type === 'plugin_status' && news.plugin === 'second' && resolve()),
	);
	const loading = loadPlugins(host, { kind: 'none' }, entries, clock);
	await entered;
	const states = () => host.list().flatMap(({ name, status }) => (/first|second/.test(name) ? [[name, status]] : []));
	return { clock, loading, goOn: signal.goOn, secondIsLoaded, states };
}

it('of two plugins that offer one tool the first has it, however long its setup takes within five seconds', async () => {
	const { clock, loading, goOn, states } = await loadTwo(true);
	await clock.advance(4_999);
	goOn();
	await loading;
	expect(states()).toEqual([
		['first', 'loaded'],
		['second', 'failed'],
	]);
	expect(clock.waiting).toBe(0);
});

it('a plugin that hangs is not waited for longer than five seconds, and fails after thirty in the place it has', async () => {
	const { clock, loading, secondIsLoaded, states } = await loadTwo(false);
	await clock.advance(5_000);
	await secondIsLoaded;
	await clock.advance(24_999);
	expect(states()).toEqual([
		['first', 'loaded'],
		['second', 'loaded'],
	]);
	await clock.advance(1);
	await loading;
	expect(states()).toEqual([
		['first', 'failed'],
		['second', 'loaded'],
	]);
});
