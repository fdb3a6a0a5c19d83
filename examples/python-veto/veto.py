import asyncio

from myelin import Block, Myelin, ToolCallInfo, ToolDecision, ToolExecutionEnd


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            return Block("not from Python") if "rm -rf" in str(call.args) else None

        async for event in session.prompt('bash command="rm -rf build"'):
            match event:
                case ToolDecision(tool_name=name, answer="block", decisions=decisions):
                    print(f"veto    {name} by {decisions[-1].by}: {decisions[-1].reason}")
                case ToolExecutionEnd(is_error=failed):
                    print("result ", "refused" if failed else "ok")
                    assert failed


asyncio.run(main())
