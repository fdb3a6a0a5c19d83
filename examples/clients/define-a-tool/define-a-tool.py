# Offers the model a tool that runs here. What it takes is read from the type hints and the docstring, and checked before.
import asyncio

from myelin import Myelin, ToolContext, ToolExecutionEnd, ToolExecutionUpdate


async def main() -> None:
    async with Myelin.spawn() as myelin:

        @myelin.tool
        async def lookup(word: str, context: ToolContext) -> str:
            """Looks a word up in the dictionary.

            Args:
                word: the word
            """
            await context.progress(f"looking for {word}", "status")
            return f"{word}: the sheath of a nerve"

        session = await myelin.create_session()
        async for event in session.prompt('lookup word="myelin"'):
            match event:
                case ToolExecutionUpdate(update={"delta": delta}):
                    print("…", delta)
                case ToolExecutionEnd(result=result):
                    print(result.content)
                case _:
                    pass


asyncio.run(main())
