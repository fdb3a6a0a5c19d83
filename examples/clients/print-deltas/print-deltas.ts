// Prints an answer as it comes, then how the run ended.
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn();
const session = await myelin.createSession();
const run = session.prompt('Who are you?');
for await (const event of run) {
	if (event.type === 'message_update' && event.deltaKind === 'text') process.stdout.write(event.delta);
}
const { summary } = await run.result;
console.log(`\n— ${summary?.endReason}, ${summary?.usage.outputTokens} tokens`);
