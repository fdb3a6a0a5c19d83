# Changes what the model is shown, and not what is kept: it never sees the key.
import asyncio
import re
from dataclasses import replace

from myelin import ContentBlock, ContextPatch, ContextPayload, MessageEnd, Myelin, TextBlock, ToolExecutionStart, UserMessage


def hide(block: ContentBlock) -> ContentBlock:
    return replace(block, text=re.sub(r"sk-\w+", "[hidden]", block.text)) if isinstance(block, TextBlock) else block


async def main() -> None:
    async with Myelin.spawn() as myelin:
        session = await myelin.create_session()

        @session.on_context(required=True)  # better no answer than one that saw the key
        async def redact(shown: ContextPayload) -> ContextPatch:
            said = [message for message in shown.messages if isinstance(message, UserMessage)]
            return ContextPatch(replace={one.id: replace(one, content=tuple(map(hide, one.content))) for one in said})

        async for event in session.prompt('bash command="echo the key is sk-12345"'):
            match event:
                case MessageEnd(message=UserMessage(content=content)):
                    print("said:", content)
                case ToolExecutionStart(args={"command": command}):
                    print("the model saw:", command)
                case _:
                    pass


asyncio.run(main())
