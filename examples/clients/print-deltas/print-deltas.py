# Prints an answer as it comes, then how the run ended.
import asyncio

from myelin import MessageUpdate, Myelin


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()
        run = session.prompt("Who are you?")
        async for event in run:
            match event:
                case MessageUpdate(delta_kind="text", delta=delta):
                    print(delta, end="", flush=True)
                case _:
                    pass
        summary = await run
        print(f"\n— {summary.end_reason}, {summary.usage.output_tokens} tokens")


asyncio.run(main())
