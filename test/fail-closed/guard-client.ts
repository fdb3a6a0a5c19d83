import { Myelin } from '@myelin/client';
import guard from './guard.ts';

/** The guard of guard.ts as a program of its own, over the TypeScript client. */
const myelin = await Myelin.connectStdio();
const { settings } = myelin.server.capabilities.plugin as { settings: object };
guard.setup({
	settings,
	on: (_point: 'tool_call', hook: Parameters<Myelin['onToolCall']>[0], options: object) =>
		myelin.onToolCall(hook, options),
} as never);
await myelin.serve();
