import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textContent } from '@myelin/core';
import { countingIds, scriptedModel } from '@myelin/core/testing';
import type { Plugin, PluginApi } from '@myelin/plugins';
import { createPluginHost, loadPlugin, pointNames } from '@myelin/plugins/host';
import { scriptedPerson } from '@myelin/plugins/testing';
import { memoryStore, type QuestionAsker, Session, type SessionEvent } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import type { Sample } from './samples/stage.ts';

const folder = join(import.meta.dirname, 'samples');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
	entry.isDirectory() ? [entry.name] : [],
);
const samples = await Promise.all(
	names.map(async (name) => {
		const { default: sample } = (await import(join(folder, name, 'sample.ts'))) as { default: Sample };
		return { name, sample };
	}),
);

/** The points at which a sample's plugin was called, of all samples so far. */
const fired = new Set<string>();

/** The plugin, with every call of a hook noted. */
function noting(plugin: Plugin): Plugin {
	return {
		...plugin,
		setup(myelin) {
			const on = (point: string, hook: (...given: unknown[]) => unknown, options: object) =>
				myelin.on(
					point as 'context',
					((...given: unknown[]) => {
						fired.add(point);
						return hook(...given);
					}) as never,
					options,
				);
			return plugin.setup({ ...myelin, on } as unknown as PluginApi);
		},
	};
}

/** A person who says no, and is asked on the stream. */
function askingPerson(): QuestionAsker {
	const person = scriptedPerson([false]);
	return {
		async ask(question, scope) {
			scope.report({ type: 'ui_request', questionId: 'q1', ...question });
			const outcome = { ...(await person.ask(question, scope)), by: 'a person' };
			scope.report({ type: 'ui_resolved', questionId: 'q1', ...outcome });
			return outcome;
		},
	};
}

async function staged(name: string, { script = [], options = {} }: Sample) {
	const logged: string[] = [];
	const log = (...values: unknown[]) => void logged.push(values.join(' '));
	const host = createPluginHost({
		settings: {},
		log: { debug: () => undefined, info: log, warn: log, error: log },
		identify: countingIds(),
		questions: askingPerson(),
	});
	const model = scriptedModel(script);
	await host.add({ name: 'stage', setup: (myelin) => stage(myelin, model) }, 'test');
	const plugin = (await loadPlugin(join(folder, name, 'plugin.ts'))) as Plugin;
	expect(plugin.name).toBe(name);
	await host.add(noting(plugin), 'test');
	const { hooks, models, tools } = host;
	const store = memoryStore();
	const session = await Session.create(store, { id: 's1', cwd: '/work', ...options }, { hooks, models, tools });
	const events: SessionEvent[] = [];
	session.subscribe(({ event }) => void events.push(event));
	const heard = (type: string) =>
		new Promise<void>((resolve) => {
			const undo = session.subscribe(({ event }) => {
				if (event.type !== type) return;
				undo();
				resolve();
			});
		});
	return { host, model, session, store, events, logged, heard };
}

function stage(myelin: PluginApi, model: ReturnType<typeof scriptedModel>): void {
	myelin.registerModel(model);
	myelin.registerTool({
		name: 'bash',
		description: 'Runs a command.',
		parameters: { type: 'object' },
		execute: ({ command }: { command: string }) => `ran ${command}`,
	});
}

describe('a sample', () => {
	it.each(samples)('$name: $sample.says', async ({ name, sample }) => {
		const { events, logged, ...on } = await staged(name, sample);
		await (sample.act?.(on) ?? on.session.prompt('go'));
		await on.session.close();
		await on.host.close();
		if (sample.events !== undefined) {
			const types = new Set(sample.events.map((event) => (event as SessionEvent).type));
			expect(events.filter(({ type }) => types.has(type))).toMatchObject(sample.events);
		}
		if (sample.logged !== undefined) {
			const prefix = `[${name}] `;
			expect(logged.flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []))).toEqual(
				sample.logged,
			);
		}
		const last = on.model.requests.at(-1)?.messages.at(-1);
		if (sample.shown !== undefined) expect(last && textContent(last)).toBe(sample.shown);
	});

	it('is there for every point, and its plugin was called there', () => {
		expect(pointNames().filter((point) => !fired.has(point))).toEqual([]);
	});
});
