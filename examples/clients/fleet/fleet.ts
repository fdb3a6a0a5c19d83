// Runs twenty sessions of one server at the same time.
import { Myelin } from '@myelin/client';

await using myelin = await Myelin.spawn();
const size = 20;
const summaries = await Promise.all(
	Array.from({ length: size }, async (_, ship) => {
		const session = await myelin.createSession();
		const { summary } = await session.prompt(`bash command="echo ship ${ship + 1}"`).result;
		await session.close();
		return summary;
	}),
);
const turns = summaries.reduce((sum, summary) => sum + (summary?.turnCount ?? 0), 0);
const calls = summaries.reduce((sum, summary) => sum + (summary?.toolCalls ?? 0), 0);
console.log(`${size} sessions, ${turns} turns, ${calls} tool calls`);
