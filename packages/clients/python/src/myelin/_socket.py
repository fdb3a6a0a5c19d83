"""A connection to a server that somebody else runs, over a Unix socket."""

from __future__ import annotations

import asyncio
import os
from typing import cast

from ._errors import MyelinError
from ._process import Receiver

_CLOSE_SECONDS = 1.0


class SocketTransport(asyncio.Protocol):
    """One connection. Whoever opened it must `close` it."""

    def __init__(self, path: str, receiver: Receiver) -> None:
        self._path = path
        self._receiver: Receiver | None = receiver
        self._transport: asyncio.Transport | None = None
        self._closed = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()

    @classmethod
    async def open(cls, path: str | os.PathLike[str], receiver: Receiver) -> SocketTransport:
        """Connects. Raises `DISCONNECTED` if nobody listens there."""
        text = os.fspath(path)
        transport = cls(text, receiver)
        try:
            await asyncio.get_running_loop().create_unix_connection(lambda: transport, text)
        except (OSError, ValueError) as error:
            raise MyelinError("DISCONNECTED", f"no server could be reached at {text!r}: {error}") from error
        return transport

    def write(self, data: bytes) -> None:
        """Hands over bytes, in order and without waiting; nothing happens once it is closed."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    async def drain(self) -> None:
        """Waits until there is room for more, or until it is closed."""
        await self._writable.wait()

    def dismiss(self) -> None:
        """Breaks it off. Nothing more is said of it."""
        self._receiver = None
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Ends it; what was written before still goes out if the server takes it in time."""
        self._receiver = None
        if self._transport is None:
            return
        self._transport.close()
        try:
            await asyncio.wait_for(self._closed.wait(), _CLOSE_SECONDS)
        except TimeoutError:
            self._transport.abort()
            await self._closed.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._receiver is not None:
            self._receiver.received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()
        self._writable.set()
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            why = "it was closed at the other side" if exc is None else str(exc)
            receiver.ended(MyelinError("DISCONNECTED", f"the connection to {self._path!r} broke: {why}"))

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()
