"""How far a server may run ahead of those who take its events."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

WINDOW_BYTES = 256 * 1024
"""What may be on its way or wait here, of one session."""
_PATIENCE_SECONDS = 0.01


class Credit:
    """What one subscription was sent and nobody has taken yet. It is given back in portions, and soon when there is less.

    A portion is so small against the window that an event finds room before the last one is given back; one that is
    larger finds it a moment later.
    """

    def __init__(self, give_back: Callable[[int], None], window_bytes: int) -> None:
        """`give_back` tells the server that everything up to a number has been taken; 0 bytes: one event at a time."""
        self.portion = window_bytes // 4
        """So many bytes are given back at once."""
        self._give_back = give_back
        self._open: deque[tuple[int, int]] = deque()
        self._taken = 0
        self._owed = 0
        self._timer: asyncio.TimerHandle | None = None

    def sent(self, seq: int, size: int) -> None:
        """An event came, of so many bytes."""
        self._open.append((seq, size))

    def taken(self, seq: int) -> None:
        """Everything up to this number is taken."""
        while self._open and self._open[0][0] <= seq:
            self._taken, size = self._open.popleft()
            self._owed += size
        if self._owed and self._owed >= self.portion:
            self.flush()
        elif self._owed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PATIENCE_SECONDS, self.flush)

    def flush(self) -> None:
        """Gives back what is owed."""
        self._call_off()
        if self._owed:
            self._owed = 0
            self._give_back(self._taken)

    def restart(self) -> None:
        """Another subscription has taken the place of this one: nothing is on its way, nothing is owed."""
        self._call_off()
        self._open.clear()
        self._owed = 0

    def _call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
