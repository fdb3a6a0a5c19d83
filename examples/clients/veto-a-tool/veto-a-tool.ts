// Decides about each tool call before it runs. A guard that throws or hangs denies as well.
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn({ clientInfo: { name: 'careful' } });
const session = await myelin.createSession();
session.onToolCall(
	({ toolName, args }) => {
		if (toolName === 'bash' && /\brm\b/.test(String(args.command)))
			return { block: true, reason: 'nothing is deleted' };
	},
	{ hookId: 'no-deletes' },
);
for (const text of ['bash command="echo hello"', 'bash command="rm -rf build"']) {
	for await (const event of session.prompt(text)) {
		if (event.type === 'tool_decision')
			for (const { by, answer, reason = '' } of event.decisions) console.log(`${by}: ${answer} ${reason}`.trimEnd());
		if (event.type === 'tool_execution_end') console.log(`${event.toolName}: ${event.isError ? 'did not run' : 'ran'}`);
	}
}
