// Changes what the model is shown, and not what is kept: it never sees the key.
import { type ContentBlock, type Message, Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn();
const session = await myelin.createSession();
const hide = (block: ContentBlock): ContentBlock =>
	block.type === 'text' ? { ...block, text: block.text.replace(/sk-\w+/g, '[hidden]') } : block;
session.onContext(
	({ messages }) => {
		const users = messages.filter((message) => message.role === 'user');
		const hidden = users.map((message): [string, Message] => [
			message.id,
			{ ...message, content: message.content.map(hide) },
		]);
		return { replace: Object.fromEntries(hidden) };
	},
	{ required: true }, // better no answer than one that saw the key
);
for await (const event of session.prompt('bash command="echo the key is sk-12345"')) {
	if (event.type === 'message_end' && event.message?.role === 'user') console.log('said:', event.message.content);
	if (event.type === 'tool_execution_start') console.log('the model saw:', event.args.command);
}
