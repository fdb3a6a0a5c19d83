"""Events on their way to one consumer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from ._errors import MyelinError
from ._generated.protocol import SessionEvent


class EventStream(AsyncIterator[SessionEvent]):
    """The events of a session from one moment on, in order, none lost.

    A slow consumer delays nobody: what it has not taken waits here. A stream that nobody holds any more takes nothing.
    """

    def __init__(self) -> None:
        self._waiting: deque[SessionEvent] = deque()
        self._wake = asyncio.Event()
        self._over = False
        self._error: BaseException | None = None

    def put(self, event: SessionEvent) -> None:
        """Adds an event; nothing happens once the stream is over."""
        if not self._over:
            self._waiting.append(event)
            self._wake.set()

    def end(self, error: BaseException | None = None) -> None:
        """Ends the stream after what still waits in it: by this error, or quietly. The first end counts."""
        if not self._over:
            self._over = True
            self._error = error
            self._wake.set()

    def close(self) -> None:
        """Stops taking events and drops those that wait."""
        self._waiting.clear()
        self.end()

    async def __anext__(self) -> SessionEvent:
        while not self._waiting:
            if self._error is not None:
                raise self._error.again() if isinstance(self._error, MyelinError) else self._error
            if self._over:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()
