// A short tour: a prompt that calls a tool, a veto by a plugin in TypeScript, a veto by a program in Python. Exits non-zero if
// anything is not as it says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Myelin, type Run, type SessionEvent } from '@myelin/client';

const root = join(import.meta.dirname, '../..');
const server = [process.execPath, join(root, 'packages/myelin/dist/server.cjs'), '--cwd', root];

// The tour asks the demo model, also of whoever has a key to a better one.
for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL']) delete process.env[name];

function title(text: string): void {
	console.log(`\n=== ${text}`);
}

/** Prints what matters of a run and returns all of it. */
async function show(run: Run): Promise<SessionEvent[]> {
	const events: SessionEvent[] = [];
	for await (const event of run) {
		events.push(event);
		if (event.type === 'tool_execution_start') console.log(`tool    ${event.toolName} ${JSON.stringify(event.args)}`);
		if (event.type === 'tool_decision' && event.answer === 'block') {
			for (const { by, reason } of event.decisions) console.log(`veto    by ${by}: ${reason}`);
		}
		if (event.type === 'tool_execution_end') console.log(`result  ${event.isError ? 'refused' : 'ok'}`);
		if (event.type === 'message_end' && event.message?.role === 'assistant') {
			const text = event.message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
			if (text !== '') console.log(`model   ${text}`);
		}
		if (event.type === 'agent_end') {
			const { endReason, turnCount, toolCalls, toolErrors } = event.summary;
			console.log(`summary ${endReason}: ${turnCount} turns, ${toolCalls} tool call, ${toolErrors} refused or failed`);
		}
	}
	return events;
}

function blocked(events: readonly SessionEvent[]): string | undefined {
	const decision = events.find((event) => event.type === 'tool_decision' && event.answer === 'block');
	return decision?.type === 'tool_decision'
		? decision.decisions.find(({ answer }) => answer === 'block')?.reason
		: undefined;
}

title('A program spawns the server and prompts it; the model calls a tool');
{
	await using myelin = await Myelin.spawn({ command: server, clientInfo: { name: 'tour' } });
	const session = await myelin.createSession();
	const events = await show(session.prompt('read package.json and tell me its name'));
	assert(events.some((event) => event.type === 'tool_execution_end' && !event.isError));
}

title('A plugin in TypeScript (examples/plugins/no-deletes.ts) vetoes a tool');
{
	const plugin = join(root, 'examples/plugins/no-deletes.ts');
	await using myelin = await Myelin.spawn({ command: [...server, '--plugin', plugin], clientInfo: { name: 'tour' } });
	const session = await myelin.createSession();
	const events = await show(session.prompt('bash command="rm -rf build"'));
	assert.match(blocked(events) ?? '', /delet/);
}

title('A program in Python (examples/python-client/guard.py) offers a tool and vetoes another, over the wire');
const python = ['python3', 'python'].find(
	(name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
if (python === undefined) console.log('skipped: there is no Python 3.11 or newer here');
else {
	const env = {
		...process.env,
		PYTHONPATH: join(root, 'packages/clients/python/src'),
		PYTHONDONTWRITEBYTECODE: '1',
		MYELIN_COMMAND: JSON.stringify(server),
	};
	const { status, stdout, stderr } = spawnSync(python, [join(root, 'examples/python-client/guard.py')], {
		env,
		encoding: 'utf8',
	});
	console.log(stdout.trimEnd());
	assert.equal(status, 0, stderr);
	assert.match(stdout, /bash: refused/);
}
console.log('\nNext: npm start -- "ls and tell me what is here", or README.md for a plugin and a client of your own.');
