// Prompts a server once a line of standard input and prints the first answer of each run as JSON.
import { createInterface } from 'node:readline';
import { Myelin, type Session } from '@myelin/client';

const [provider = '', id = ''] = process.argv.slice(2);

async function answer(session: Session, prompt: string) {
	for await (const event of session.prompt(prompt)) {
		if (event.type !== 'message_end' || event.message?.role !== 'assistant' || event.discarded) continue;
		await session.abort();
		return event.message;
	}
	throw new Error('the run has no answer');
}

await using myelin = await Myelin.spawn();
for await (const line of createInterface({ input: process.stdin })) {
	const session = await myelin.createSession({ model: { provider, id } });
	console.log(JSON.stringify(await answer(session, line)));
	await session.close();
}
