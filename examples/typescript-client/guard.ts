import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn(); // finds `myelin`, or takes { command: [...] }

myelin.tool({
	name: 'lookup',
	description: 'Looks a word up in the dictionary',
	parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
	execute: ({ word }: { word: string }) => `${word}: the sheath of a nerve`,
});
const session = await myelin.createSession({ cwd: process.cwd() });
session.onToolCall(({ toolName, args }) => {
	if (toolName === 'bash' && /\brm\b/.test(String(args.command))) return { block: true, reason: 'not from TypeScript' };
});

for (const text of ['lookup word="myelin"', 'bash command="rm -rf build"']) {
	const run = session.prompt(text);
	for await (const event of run) {
		if (event.type === 'message_update' && event.deltaKind === 'text') process.stdout.write(event.delta);
		if (event.type === 'tool_execution_end') console.log(`\n${event.toolName}: ${event.isError ? 'refused' : 'ok'}`);
	}
	console.log(`\n— ${(await run.result).summary?.endReason}`);
}
