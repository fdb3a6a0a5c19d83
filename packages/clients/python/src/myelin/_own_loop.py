"""The event loop that a client was made on: what it waits for wakes nobody on another one."""

from __future__ import annotations

import asyncio

from ._errors import MyelinError

_WAY_OUT = (
    "open the client on the loop where it is used, or use Myelin.spawn_sync or Myelin.connect_sync, "
    "which are good for every thread and every loop"
)


class OwnLoop:
    """The loop that runs where this is made."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    @property
    def is_closed(self) -> bool:
        """Whether nothing can run on it any more."""
        return self._loop.is_closed()

    def check(self) -> None:
        """Raises WRONG_LOOP where another loop runs, or none."""
        running = _running_loop()
        if running is self._loop:
            return
        gone = ", which has been closed," if self.is_closed else ""
        place = "where no event loop runs" if running is None else "on another"
        raise MyelinError("WRONG_LOOP", f"made on one event loop{gone} and used {place}; {_WAY_OUT}")


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
