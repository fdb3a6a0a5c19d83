"""Events on their way to one consumer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

from ._errors import MyelinError
from ._generated.protocol import SessionEvent
from ._own_loop import OwnLoop


class EventStream(AsyncIterator[SessionEvent]):
    """The events of a session from one moment on, in order, none lost.

    What is not taken waits here, up to a bound; then the session waits for its consumer. An event is taken when the
    next one is asked for, or when the stream is closed or no longer held by anybody.
    """

    def __init__(self, on_taken: Callable[[], None], after: int, *, is_run: bool) -> None:
        """`on_taken` is called whenever its consumer goes on. `is_run`: the events of a run, which somebody else picks."""
        self.is_run = is_run
        self.after = after
        """Events up to this number are none of its own."""
        self.is_started = not is_run
        """Whether its consumer is waited for in any case: that of a run is from when the loop begins."""
        self.is_released = False
        """Whether its consumer is waited for in no case before the loop begins."""
        self.has_lost = False
        """Whether events were dropped that its consumer came too late for."""
        self.size = 0
        """About the bytes that wait."""
        self.seq: int | None = None
        """The number of the event that was taken last: what `events(after_seq=…)` goes on from."""
        self._own_loop = OwnLoop()
        self._on_taken = on_taken
        self._waiting: deque[tuple[int, int, SessionEvent]] = deque()
        self._current: int | None = None
        self._wake = asyncio.Event()
        self._over = False
        self._error: BaseException | None = None

    @property
    def oldest(self) -> int | None:
        """The number of the first event that is not taken, if there is one."""
        return self._current if self._current is not None or not self._waiting else self._waiting[0][0]

    def put(self, seq: int, event: SessionEvent, size: int) -> None:
        """Adds an event of so many bytes; nothing happens once the stream is over, or for one that it had."""
        if not self._over and not self.has_lost and seq > self.after:
            self.after = seq
            self.size += size
            self._waiting.append((seq, size, event))
            self._wake.set()

    def end(self, error: BaseException | None = None) -> None:
        """Ends the stream after what still waits in it: by this error, or quietly. The first end counts."""
        if not self._over:
            self._over = True
            self._error = error
            self._wake.set()

    def close(self) -> None:
        """Stops taking events and drops those that wait. Leaving the loop and letting go of the stream does as much."""
        self._own_loop.check()
        self._drop()
        self.end()
        self._on_taken()

    async def aclose(self) -> None:
        """The same, for `contextlib.aclosing`."""
        self.close()

    def release(self) -> None:
        """Its consumer is not waited for until the loop begins."""
        self.is_released = True
        self._on_taken()

    def lose(self) -> None:
        """Drops what waits: its consumer came too late."""
        self.has_lost = True
        self._drop()

    def take(self) -> SessionEvent | None:
        """The next event, if it is there: its consumer asks for it, on the loop of the stream."""
        self.is_started = True
        self._current = None
        self._on_taken()
        return self._shift() if self._waiting else None

    async def __anext__(self) -> SessionEvent:
        self._own_loop.check()
        if (event := self.take()) is not None:
            return event
        while not self._waiting:
            if self._error is not None:
                raise self._error.again() if isinstance(self._error, MyelinError) else self._error
            if self._over:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._shift()

    def _shift(self) -> SessionEvent:
        self._current, size, event = self._waiting.popleft()
        self.seq = self._current
        self.size -= size
        return event

    def _drop(self) -> None:
        self._waiting.clear()
        self._current = None
        self.size = 0
