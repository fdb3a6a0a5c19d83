# Says no to a command before it runs; the model is told why.
import asyncio

from myelin import Block, Myelin, ToolCallInfo, ToolDecision, ToolExecutionEnd


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            return Block("nothing is deleted here") if "rm " in call.args.get("command", "") else None

        for command in ("echo fine", "rm -rf build"):
            async for event in session.prompt(f'bash command="{command}"'):
                match event:
                    case ToolDecision(answer=answer, decisions=(one, *_)):
                        print(f"{command}: {answer} by {one.hook_id} ({one.reason or 'no reason needed'})")
                    case ToolExecutionEnd(is_error=True, result=result):
                        print("the model is told:", result.content[0])
                    case _:
                        pass


asyncio.run(main())
