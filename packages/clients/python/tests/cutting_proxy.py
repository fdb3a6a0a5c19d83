"""A proxy between a client and a server's socket that breaks connections after so many bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path


class CuttingProxy:
    """`async with CuttingProxy(server, path, budgets)`: each connection ends after its budget of bytes, whichever way."""

    def __init__(self, server: Path, path: Path, budgets: Iterable[int]) -> None:
        """Once `budgets` are used up, connections live on until `cut`."""
        self._server = server
        self._path = path
        self._budgets = iter(budgets)
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self.connections = 0

    async def __aenter__(self) -> CuttingProxy:
        self._listener = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listener.close()
        self.cut()
        if self._serving:
            await asyncio.wait(self._serving)

    def cut(self) -> None:
        """Breaks every connection there is."""
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._serving.add(task := asyncio.ensure_future(self._pass_on(reader, writer)))
        task.add_done_callback(self._serving.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        budget = [next(self._budgets, 1 << 60)]
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._server)
        except OSError:
            writer.transport.abort()
            return
        both = (writer, server_writer)
        self._writers.update(both)
        try:
            ways = [_copy(reader, server_writer, budget), _copy(server_reader, writer, budget)]
            tasks = [asyncio.ensure_future(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.transport.abort()
            self._writers.difference_update(both)
        await asyncio.wait(tasks)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: list[int]) -> None:
    """Passes bytes on until either side ends or the budget is used up; what is left of it still goes through."""
    try:
        while data := await reader.read(4096):
            data = data[: budget[0]]
            budget[0] -= len(data)
            writer.write(data)
            await writer.drain()
            if budget[0] == 0:
                return
    except OSError:
        return
