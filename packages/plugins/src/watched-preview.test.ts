import { expect, it } from 'vitest';
import { hostFixture } from './testing/host-fixture.ts';
import { tool } from './testing/host-parts.ts';

const late = new DOMException('no preview within 5000 ms', 'TimeoutError');

/** Asks a plugin's tool for its preview, and aborts that for a reason; what the host says of it. */
async function abortedPreview(reason: unknown, answer: Promise<undefined>) {
	const { host, plugin, news } = hostFixture();
	await plugin('diffs', (myelin) => void myelin.registerTool({ ...tool('edit'), preview: () => answer }));
	const controller = new AbortController();
	const [edit] = host.tools.tools('s');
	void edit?.preview?.({}, { sessionId: 's', toolCallId: 'c', cwd: '/', signal: controller.signal });
	await Promise.resolve();
	controller.abort(reason);
	return news.filter(({ type }) => type === 'plugin_error');
}

it('a preview that does not come in time is told of with its plugin and its tool', async () => {
	expect(await abortedPreview(late, new Promise(() => {}))).toEqual([
		{
			type: 'plugin_error',
			plugin: 'diffs',
			hook: 'preview',
			message: 'edit: no preview within 5000 ms; its call went on without',
		},
	]);
});

it.each<[string, unknown, Promise<undefined>]>([
	['ends with its run', 'enough', new Promise(() => {})],
	['had come before', late, Promise.resolve(undefined)],
])('a preview that %s is not', async (_, reason, answer) => {
	expect(await abortedPreview(reason, answer)).toEqual([]);
});
