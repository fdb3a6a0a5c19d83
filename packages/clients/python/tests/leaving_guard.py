"""usage: leaving_guard.py SERVER FOLDER

A program whose guard exits.
"""

from __future__ import annotations

import asyncio
import sys

from myelin import Myelin, ToolCallInfo


async def main(server: str, folder: str) -> None:
    async with Myelin.spawn(["node", server]) as myelin:
        session = await myelin.create_session(cwd=folder)

        @session.on_tool_call
        def guard(call: ToolCallInfo) -> None:
            sys.exit(7)

        await session.prompt('bash command="touch trace"')


asyncio.run(main(*sys.argv[1:3]))
