"""The server's process: started, drained and ended here, its whole process group with it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from ._errors import MyelinError, ProcessExitedError

server_log = logging.getLogger("myelin.server")

STDERR_TAIL_BYTES = 8192
EXIT_GRACE_SECONDS = 2.0
"""How long a server may take to end by itself once its input is closed, or once it closed its own output."""
TERMINATE_GRACE_SECONDS = 1.0
"""How long a server may take to end after SIGTERM, before SIGKILL."""
PIPE_GRACE_SECONDS = 0.5
"""How long the pipes of an exited server are read on, if a stranger still holds their other end."""

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class Receiver(Protocol):
    """Who gets what the process says. Called on the event loop; must not block."""

    def received(self, data: bytes) -> None:
        """Some bytes of its stdout, in order."""
        ...

    def ended(self, error: MyelinError) -> None:
        """There is nothing more to come; called once."""
        ...


class ServerProcess(asyncio.SubprocessProtocol):
    """A child in a process group of its own. Whoever spawned it must `close` it."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._transport: asyncio.SubprocessTransport | None = None
        self._open_pipes = {_STDOUT, _STDERR}
        self._exited = asyncio.Event()
        self._finished = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._deadline: asyncio.TimerHandle | None = None
        self._stderr = bytearray()

    @classmethod
    async def spawn(
        cls,
        command: Sequence[str],
        receiver: Receiver,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> ServerProcess:
        """Starts the command. Raises `SPAWN_FAILED` if there is no such program."""
        loop = asyncio.get_running_loop()
        process = cls(receiver)
        try:
            await loop.subprocess_exec(lambda: process, *command, cwd=cwd, env=env, start_new_session=True)
        except (OSError, ValueError) as error:
            raise MyelinError("SPAWN_FAILED", f"could not start {list(command)!r}: {error}") from error
        return process

    @property
    def pid(self) -> int:
        """The process id, which is also its group's."""
        return self._child.get_pid()

    @property
    def stderr_tail(self) -> str:
        """The last 8 KiB that it wrote to stderr."""
        return self._stderr.decode(errors="replace")

    def write(self, data: bytes) -> None:
        """Hands bytes to its stdin, in order and without waiting; nothing happens if that is gone."""
        stdin = self._stdin
        if stdin is not None and not stdin.is_closing():
            stdin.write(data)

    async def drain(self) -> None:
        """Waits until its stdin takes more, or until it has ended."""
        await self._writable.wait()

    def dismiss(self) -> None:
        """Closes its input, and kills it if it does not leave in time. Whoever spawned it must `close` it all the same."""
        if self._stdin is not None:
            self._stdin.close()
        if not self._exited.is_set():
            self._set_deadline(EXIT_GRACE_SECONDS, self._kill)

    async def close(self) -> None:
        """Ends it: input closed, 2 s to leave, SIGTERM to its group, 1 s more, SIGKILL.

        Returns when it is gone. Cancelled, it kills at once: nothing is left behind on any path.
        """
        try:
            if self._stdin is not None:
                self._stdin.close()
            if not await self._exits_within(EXIT_GRACE_SECONDS):
                self._signal_group(signal.SIGTERM)
                if not await self._exits_within(TERMINATE_GRACE_SECONDS):
                    self._kill()
            await self._finished.wait()
        except asyncio.CancelledError:
            self._kill()
            await self._finished.wait()
            raise

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDOUT:
            if not self._finished.is_set():
                self._receiver.received(data)
        else:
            if server_log.isEnabledFor(logging.DEBUG):
                server_log.debug("%s", data.decode(errors="replace").rstrip())
            self._stderr += data
            del self._stderr[:-STDERR_TAIL_BYTES]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open_pipes.discard(fd)
        if fd == _STDIN:
            self._writable.set()
        if fd == _STDOUT and not self._exited.is_set():
            self.dismiss()
        self._finish_if_over()

    def process_exited(self) -> None:
        self._exited.set()
        self._writable.set()
        self._set_deadline(PIPE_GRACE_SECONDS, self._finish)
        self._finish_if_over()

    def pause_writing(self) -> None:
        if not self._exited.is_set():
            self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def _finish_if_over(self) -> None:
        if self._exited.is_set() and not self._open_pipes:
            self._finish()

    def _finish(self) -> None:
        if self._finished.is_set():
            return
        self._finished.set()
        if self._deadline is not None:
            self._deadline.cancel()
        self._kill()
        exit_code = self._child.get_returncode() or 0
        self._child.close()
        self._receiver.ended(ProcessExitedError(exit_code, self.stderr_tail))

    def _set_deadline(self, seconds: float, action: Callable[[], None]) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        if not self._finished.is_set():
            self._deadline = asyncio.get_running_loop().call_later(seconds, action)

    async def _exits_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._exited.wait(), seconds)
        except TimeoutError:
            return False
        return True

    @property
    def _child(self) -> asyncio.SubprocessTransport:
        if self._transport is None:
            raise RuntimeError("the process has not been started")
        return self._transport

    @property
    def _stdin(self) -> asyncio.WriteTransport | None:
        return cast("asyncio.WriteTransport | None", self._child.get_pipe_transport(_STDIN))

    def _kill(self) -> None:
        self._signal_group(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)

    def _signal_group(self, number: signal.Signals) -> None:
        try:
            if sys.platform == "win32":
                self._child.send_signal(number)
            else:
                os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            pass
