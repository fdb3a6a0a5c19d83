# Says something to a run that is under way; it is heard after the next tool or turn.
import asyncio

from myelin import MessageUpdate, Myelin, ToolExecutionStart


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()
        run = session.prompt('slow: bash command="echo one"')
        has_steered = False
        async for event in run:
            match event:
                case ToolExecutionStart(args={"command": command}):
                    print("runs:", command)
                case MessageUpdate() if not has_steered:
                    has_steered = True
                    item_id = await session.steer('bash command="echo two"')
                    waiting = (await session.queue()).steering
                    print("waits:", next((item.text for item in waiting if item.id == item_id), None))
                case _:
                    pass
        print("turns:", (await run).turn_count)


asyncio.run(main())
