"""usage: hanging_guard.py SERVER FOLDER

A program whose guard never answers. It prints the server's process id, and `asked` once it is asked.
"""

from __future__ import annotations

import asyncio
import sys

from myelin import Myelin, ToolCallInfo


async def main(server: str, folder: str) -> None:
    async with Myelin.spawn(["node", server]) as myelin:
        print((await myelin.status()).pid, flush=True)
        session = await myelin.create_session(cwd=folder)

        @session.on_tool_call(timeout_ms=60_000)
        async def guard(call: ToolCallInfo) -> None:
            print("asked", flush=True)
            await asyncio.Event().wait()

        await session.prompt('bash command="touch trace"')


asyncio.run(main(*sys.argv[1:3]))
