"""Tests against a real server that listens on a socket."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from server_case import SERVER, ServerCase, clean_environment


class SocketCase(ServerCase):
    """Each test has a server of its own."""

    @property
    def socket(self) -> Path:
        """Where the server listens."""
        return self.folder / "server"

    @asynccontextmanager
    async def server(self, arguments: Sequence[str] = ()) -> AsyncGenerator[asyncio.subprocess.Process]:
        """A server that can be reached; it is ended afterwards, if it has not ended."""
        process = await asyncio.create_subprocess_exec(
            *("node", str(SERVER), "--socket", str(self.socket), "--sessions", str(self.folder / "sessions"), *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **clean_environment(self.folder)},
        )
        try:
            await self._reachable()
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()

    async def _reachable(self) -> None:
        async with asyncio.timeout(20):
            while True:
                try:
                    _, writer = await asyncio.open_unix_connection(self.socket)
                except OSError:
                    await asyncio.sleep(0.02)
                    continue
                writer.close()
                await writer.wait_closed()
                return
