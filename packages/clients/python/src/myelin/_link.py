"""The ways to a server: a child of our own, the one that started this program, one on a socket."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ._command import find_command
from ._errors import MyelinError
from ._generated.protocol import InitializeResult
from ._hello import Hello
from ._peer import Peer
from ._process import ServerProcess
from ._reconnect import ReconnectingSocket
from ._stdio import OwnStdio

_SETTLE_SECONDS = 1.0


class Server(Protocol):
    """What is at the other side of a connection."""

    async def close(self) -> None:
        """Ends it, as far as it is ours; when this returns it has gone."""
        ...


@dataclass(frozen=True, slots=True)
class Link:
    """A connection that has begun."""

    peer: Peer
    server: Server
    info: InitializeResult

    async def close(self) -> None:
        """Ends it. What still waits fails as DISCONNECTED. Raises WRONG_LOOP, and ends nothing, on another loop."""
        self.peer.connection.own_loop.check()
        if isinstance(self.server, ReconnectingSocket):
            await self.server.say_goodbye()
        await _close(self.peer, self.server)


async def spawn(
    command: Sequence[str] | None,
    hello: Hello,
    cwd: str | os.PathLike[str] | None,
    env: Mapping[str, str] | None,
    timeout: float,
) -> Link:
    """Starts a server. Nothing of it is left when this raises, or is cancelled."""
    environ = {**os.environ, **(env or {})}
    words = find_command(command, environ)
    peer = Peer(hello.ask)
    process = await ServerProcess.spawn(words, peer.connection, cwd=cwd, env=environ)
    try:
        peer.connection.connect(process)
        try:
            async with asyncio.timeout(timeout):
                info = await hello.say(peer.connection)
        except TimeoutError:
            raise _unanswered(words, timeout, process.stderr_tail) from None
        return Link(peer, process, info)
    except BaseException:
        await _close(peer, process)
        raise


async def connect_stdio(hello: Hello, timeout: float) -> Link:
    """Speaks to the server that started this program."""
    peer = Peer(hello.ask)
    stdio = OwnStdio(peer.connection)
    peer.connection.connect(stdio)
    try:
        try:
            async with asyncio.timeout(timeout):
                info = await hello.say(peer.connection)
        except TimeoutError:
            raise MyelinError("DISCONNECTED", f"no server answered on standard input within {timeout:g} s") from None
        return Link(peer, stdio, info)
    except BaseException:
        await _close(peer, stdio)
        raise


async def connect(path: str | os.PathLike[str], hello: Hello, timeout: float, reconnect: float) -> Link:
    """Speaks to a server that listens on a socket, and goes on doing so when the connection breaks."""
    socket = ReconnectingSocket(path, hello, reconnect)
    try:
        try:
            async with asyncio.timeout(timeout):
                info = await socket.open()
        except TimeoutError:
            raise MyelinError("DISCONNECTED", f"{os.fspath(path)!r} did not answer within {timeout:g} s") from None
        return Link(socket.peer, socket, info)
    except BaseException:
        await _close(socket.peer, socket)
        raise


async def _close(peer: Peer, server: Server) -> None:
    peer.close()
    await server.close()
    await peer.connection.settle(_SETTLE_SECONDS)


def _unanswered(command: Sequence[str], timeout: float, stderr: str) -> MyelinError:
    said = f"its last words on stderr:\n{stderr.rstrip()}" if stderr.strip() else "it wrote nothing to stderr"
    return MyelinError("SPAWN_FAILED", f"{list(command)!r} did not answer within {timeout:g} s; {said}")
