// Says something to a run that is under way; it is heard after the next tool or turn.
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn();
const session = await myelin.createSession();
const run = session.prompt('slow: bash command="echo one"');
let hasSteered = false;
for await (const event of run) {
	if (event.type === 'tool_execution_start') console.log('runs:', event.args.command);
	if (event.type !== 'message_update' || hasSteered) continue;
	hasSteered = true;
	const { itemId } = await session.steer('bash command="echo two"');
	console.log('waits:', (await session.queue()).steering.find(({ id }) => id === itemId)?.text);
}
console.log('turns:', (await run.result).summary?.turnCount);
