"""This program's own standard input and output, where a server speaks that started it."""

from __future__ import annotations

import asyncio
import os
import threading

from ._errors import MyelinError
from ._process import Receiver

_CHUNK = 1 << 16


class OwnStdio:
    """Descriptors 0 and 1, taken from the program: what it prints goes to stderr, and its input is empty.

    Bytes go in and out on threads, as the descriptors may be files, pipes or terminals.
    """

    def __init__(self, receiver: Receiver) -> None:
        self._loop = asyncio.get_running_loop()
        self._receiver = receiver
        self._input, self._output = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._writing = self._loop.create_task(self._write_all())
        threading.Thread(target=self._read, name="myelin-stdio", daemon=True).start()

    @property
    def pid(self) -> int:
        """The process id of the server, whose child this program is."""
        return os.getppid()

    def write(self, data: bytes) -> None:
        """Hands bytes to the server, in order and without waiting."""
        self._outgoing.put_nowait(data)

    async def drain(self) -> None:
        """Waits until everything has been taken."""
        await self._outgoing.join()

    def dismiss(self) -> None:
        """The server is of no more use: nothing more is sent to it."""
        self._writing.cancel()

    async def close(self) -> None:
        """Ends the sending. The server sees the end once the program is over."""
        self._writing.cancel()
        await asyncio.wait([self._writing])

    async def _write_all(self) -> None:
        while True:
            data = await self._outgoing.get()
            try:
                await asyncio.to_thread(_write, self._output, data)
            except OSError:
                pass  # The end of the input tells that the server is gone.
            self._outgoing.task_done()

    def _read(self) -> None:
        try:
            while data := os.read(self._input, _CHUNK):
                self._loop.call_soon_threadsafe(self._receiver.received, data)
            self._loop.call_soon_threadsafe(self._receiver.ended, _gone())
        except (OSError, RuntimeError):
            pass  # The program is over, and its loop with it.


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _gone() -> MyelinError:
    return MyelinError("DISCONNECTED", "the server that started this program is gone")
