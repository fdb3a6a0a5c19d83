import asyncio

from myelin import Block, MessageUpdate, Myelin, ToolCallInfo, ToolExecutionEnd


async def main() -> None:
    async with Myelin.spawn() as myelin:  # finds `myelin`, or takes command=[...]

        @myelin.tool(description="Looks a word up in the dictionary")
        async def lookup(word: str) -> str:
            return f"{word}: the sheath of a nerve"

        session = await myelin.create_session(cwd=".")

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            return Block("not from Python") if call.tool_name == "bash" and "rm -rf" in call.args["command"] else None

        for text in ('lookup word="myelin"', 'bash command="rm -rf build"'):
            run = session.prompt(text)
            async for event in run:
                match event:
                    case MessageUpdate(delta_kind="text", delta=delta):
                        print(delta, end="", flush=True)
                    case ToolExecutionEnd(tool_name=name, is_error=failed):
                        print(f"\n{name}: {'refused' if failed else 'ok'}")
            print(f"\n— {(await run).end_reason}")


asyncio.run(main())
