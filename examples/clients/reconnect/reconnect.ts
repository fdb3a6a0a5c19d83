// Goes on where it was when the connection is lost: start `myelin rpc --socket PATH` and give this program the PATH.
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.connect(process.argv[2] ?? 'myelin.sock', { clientInfo: { name: 'reconnect' } });
const session = await myelin.createSession();
// By its name it takes its own place when it comes back.
session.onToolCall(() => ({ block: true, reason: 'not from here' }), { hookId: 'no-tools' });
for (let round = 1; round <= 5; round++) {
	let said = '';
	for await (const event of session.prompt('Who are you?')) {
		if (event.type === 'message_update') said += event.delta;
		if (event.type === 'gap') console.log(`events ${event.from} to ${event.to} are gone`);
		if (event.type !== 'message_end' || event.message?.role !== 'assistant') continue;
		const [block] = event.message.content;
		console.log(`round ${round}: whole ${block?.type === 'text' && block.text === said}`);
	}
}
