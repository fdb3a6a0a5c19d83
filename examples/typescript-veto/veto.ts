import assert from 'node:assert/strict';
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn();
const session = await myelin.createSession();

session.onToolCall(({ args }) => {
	if (String(args.command).includes('rm -rf')) return { block: true, reason: 'not from TypeScript' };
});

for await (const event of session.prompt('bash command="rm -rf build"')) {
	if (event.type === 'message_update' && event.deltaKind === 'text') process.stdout.write(event.delta);
	if (event.type === 'tool_decision') {
		const [{ by, reason } = { by: '', reason: '' }] = event.decisions;
		console.log(`\nveto    ${event.toolName} by ${by}: ${reason}`);
		assert.equal(event.answer, 'block');
	}
}
console.log();
