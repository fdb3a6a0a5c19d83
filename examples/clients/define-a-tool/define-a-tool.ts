// Offers the model a tool that runs here. The schema says what it takes: it is checked before, and types the arguments.
import { Myelin } from '@myelin/client';
import * as z from 'zod';

await using myelin = await Myelin.spawn();
myelin.tool({
	name: 'lookup',
	description: 'Looks a word up in the dictionary',
	parameters: z.object({ word: z.string().describe('the word') }),
	execute({ word }, { onUpdate }) {
		onUpdate({ kind: 'status', delta: `looking for ${word}` });
		return `${word}: the sheath of a nerve`;
	},
});
const session = await myelin.createSession();
for await (const event of session.prompt('lookup word="myelin"')) {
	if (event.type === 'tool_execution_update') console.log('…', event.update.delta);
	if (event.type === 'tool_execution_end') console.log(event.result.content);
}
