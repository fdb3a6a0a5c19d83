"""The guard of guard.ts, over the Python client."""

import asyncio
import os
import signal
import time
from typing import Any

from myelin import Block, Myelin, ToolCallInfo


async def gate(call: ToolCallInfo) -> Any:
    match str(call.args["command"]).split(" ")[-1]:
        case "throw" | "reject":
            raise ZeroDivisionError("boom")
        case "hang":
            await asyncio.Event().wait()
        case "nonsense":
            return "yes"
        case "oversize":
            return Block("x" * 2_000_000)
        case "late":
            await asyncio.sleep(1.2)
        case "spin":
            time.sleep(1000)
        case "exit":
            os._exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case _:
            pass


async def main() -> None:
    async with Myelin.connect_stdio() as myelin:
        print("a line on stdout is no message", flush=True)
        os.system("echo nor is that of a child")
        plugin: Any = myelin.server.capabilities["plugin"]
        on_failure = plugin["settings"].get("onFailure", "deny")
        myelin.on_tool_call(hook_id="gate", timeout_ms=800, on_failure=on_failure)(gate)
        await myelin.serve()


asyncio.run(main())
