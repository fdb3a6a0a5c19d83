import { createInterface } from 'node:readline';
import { ModelError } from '@myelin/core';
import { createPluginHost } from '@myelin/plugins/host';

/**
 * A program around a plugin host. Each line of its input is a command, `load PATH`, `reload NAME`, `unload NAME`, `call TOOL`, `import URL` or
 * `stream` (the default model), and is answered by one line of JSON. It ends with its input.
 */
const silent = () => undefined;
const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });

async function answer(command: string, argument: string): Promise<unknown> {
	switch (command) {
		case 'load':
			return host.load(argument);
		case 'reload':
			return host.reload(argument);
		case 'unload':
			return host.unload(argument);
		case 'call': {
			const tool = host.tools.tools('s1').find(({ name }) => name === argument);
			const { signal } = new AbortController();
			const context = { sessionId: 's1', toolCallId: 'c1', cwd: '/', signal, onUpdate: silent };
			return tool?.execute({}, context);
		}
		case 'import':
			return Object.keys(await import(argument));
		case 'stream':
			return firstChunk();
		default:
			throw new Error(`no command ${command}`);
	}
}

async function firstChunk(): Promise<unknown> {
	const model = host.models.defaultModel();
	const request = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;
	try {
		for await (const chunks of model?.stream(request, new AbortController().signal) ?? []) return chunks;
		return 'no chunk';
	} catch (thrown) {
		return thrown instanceof ModelError ? `ModelError ${thrown.code}` : `not ours: ${thrown}`;
	}
}

async function main(): Promise<void> {
	for await (const line of createInterface({ input: process.stdin })) {
		const [command = '', argument = ''] = line.split(/ (.*)/);
		const result = await answer(command, argument).catch((thrown: unknown) => ({ thrown: String(thrown) }));
		process.stdout.write(`${JSON.stringify(result ?? null)}\n`);
	}
}

void main();
