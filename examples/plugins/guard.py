import asyncio

from myelin import Block, Myelin, ToolCallInfo


async def main() -> None:
    async with Myelin.connect_stdio() as myelin:

        @myelin.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            if call.tool_name == "bash" and "rm " in str(call.args["command"]):
                return Block("deleting is off, says Python")
            return None

        await myelin.serve()


asyncio.run(main())
