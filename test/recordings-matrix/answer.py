"""Prompts a server once a line of standard input and prints the first answer of each run as JSON."""

import asyncio
import json
import sys

from myelin import AssistantMessage, MessageEnd, ModelRef, Myelin, MyelinError, Session


async def answer(session: Session, prompt: str) -> AssistantMessage:
    async for event in session.prompt(prompt):
        match event:
            case MessageEnd(message=AssistantMessage() as message, discarded=None):
                await session.abort()
                return message
            case _:
                pass
    raise MyelinError("NO_ANSWER", "the run has no answer")


async def main(provider: str, model: str) -> None:
    async with Myelin.spawn() as myelin:
        for line in sys.stdin:
            session = await myelin.create_session(model=ModelRef(provider=provider, id=model))
            print(json.dumps((await answer(session, line.rstrip("\n"))).to_wire()), flush=True)
            await session.close()


asyncio.run(main(*sys.argv[1:]))
