# Goes on where it was when the connection is lost: start `myelin rpc --socket PATH` and give this program the PATH.
import asyncio
import sys

from myelin import AssistantMessage, Block, Gap, MessageEnd, MessageUpdate, Myelin, TextBlock, ToolCallInfo


async def main(path: str) -> None:
    # By its name it takes its own place when it comes back.
    async with Myelin.connect(path, name="reconnect") as myelin:
        session = await myelin.create_session()

        @session.on_tool_call
        def no_tools(call: ToolCallInfo) -> Block:
            return Block("not from here")

        for turn in range(1, 6):
            said = ""
            async for event in session.prompt("Who are you?"):
                match event:
                    case MessageUpdate(delta=delta):
                        said += delta
                    case Gap(from_=first, to=last):
                        print(f"events {first} to {last} are gone")
                    case MessageEnd(message=AssistantMessage(content=(TextBlock(text=text),))):
                        print(f"round {turn}: whole {text == said}", flush=True)
                    case _:
                        pass


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "myelin.sock"))
