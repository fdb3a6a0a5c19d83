# Runs twenty sessions of one server at the same time.
import asyncio

from myelin import Myelin, RunSummary

SIZE = 20


async def sail(myelin: Myelin, ship: int) -> RunSummary:
    session = await myelin.create_session()
    summary = await session.prompt(f'bash command="echo ship {ship + 1}"')
    await session.close()
    return summary


async def main() -> None:
    async with Myelin.spawn() as myelin:
        summaries = await asyncio.gather(*(sail(myelin, ship) for ship in range(SIZE)))
    turns = sum(summary.turn_count for summary in summaries)
    calls = sum(summary.tool_calls for summary in summaries)
    print(f"{SIZE} sessions, {turns} turns, {calls} tool calls")


asyncio.run(main())
