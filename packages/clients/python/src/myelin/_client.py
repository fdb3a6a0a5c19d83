"""A server of our own, and everything that is asked of it as a whole."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol

from ._command import find_command
from ._connection import Connection
from ._errors import MyelinError
from ._feed import SessionFeed
from ._generated.protocol import (
    ClientInfo,
    Empty,
    InitializeParams,
    InitializeResult,
    ModelList,
    ModelRef,
    PluginInfo,
    PluginList,
    SessionCreateParams,
    SessionInfo,
    SessionList,
    SessionResult,
    ThinkingLevel,
)
from ._peer import Peer
from ._process import ServerProcess
from ._scope import Scope
from ._session import Session
from ._stdio import OwnStdio
from ._version import WINDOW, check_version

_SETTLE_SECONDS = 1.0


class Server(Protocol):
    """The process at the other side of a connection."""

    @property
    def pid(self) -> int:
        """Its process id."""
        ...

    async def close(self) -> None:
        """Ends it; gone when this returns."""
        ...


class Myelin(Scope):
    """A server and its sessions. Made by `Myelin.spawn` or `Myelin.connect_stdio`; its methods raise MyelinError."""

    def __init__(self, peer: Peer, process: Server, server: InitializeResult) -> None:
        super().__init__(peer, peer.registrations, None)
        self._connection = peer.connection
        self._process = process
        self._server = server

    @classmethod
    def spawn(
        cls,
        command: Sequence[str] | None = None,
        *,
        name: str = "myelin-python",
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> Spawning:
        """Starts a server and opens the connection: `async with Myelin.spawn() as myelin`.

        `command` is the server's program with its arguments; without it the variable `MYELIN_COMMAND` counts, else
        `myelin rpc` from the PATH. `name` is how the server's lists and decisions name this program. `env` adds to the
        environment. Raises `SPAWN_FAILED` (also after `timeout` seconds without an answer), `PROCESS_EXITED`,
        `VERSION_MISMATCH`.
        """
        return Spawning(lambda: _start(command, name, cwd, env, timeout))

    @classmethod
    def connect_stdio(cls, *, name: str = "myelin-python", timeout: float = 30.0) -> Spawning:
        """Opens the connection to the server that started this program as a plugin: `async with Myelin.connect_stdio() as myelin`.

        Standard input and output are the protocol's from then on: what the program prints goes to stderr. Raises
        `DISCONNECTED` (also after `timeout` seconds without an answer), `VERSION_MISMATCH`.
        """
        return Spawning(lambda: _connect_stdio(name, timeout))

    @property
    def server(self) -> InitializeResult:
        """What the server said of itself: its name, the protocol version in use, the limits in force."""
        return self._server

    async def create_session(
        self,
        *,
        cwd: str | os.PathLike[str] | None = None,
        model: ModelRef | None = None,
        thinking_level: ThinkingLevel | None = None,
        system_prompt: str | None = None,
        snapshots: bool | None = None,
        chunks: bool | None = None,
    ) -> Session:
        """Makes a session and subscribes to it. `cwd` is the folder it works in: the server's own if absent.

        `snapshots` and `chunks` have the server send cumulative messages and the model's own chunks with each delta.
        """
        params = SessionCreateParams(
            cwd=None if cwd is None else os.path.abspath(cwd),
            model=model,
            thinking_level=thinking_level,
            system_prompt=system_prompt,
            snapshots=snapshots,
            chunks=chunks,
        )
        return await self._connection.request("session/create", params.to_wire(), self._adopt)

    async def sessions(self) -> tuple[SessionInfo, ...]:
        """The sessions that the server holds."""
        return (await self._connection.request("session/list", _NOTHING, SessionList.from_wire)).sessions

    async def models(self) -> ModelList:
        """The models to choose from, and the default."""
        return await self._connection.request("models/list", _NOTHING, ModelList.from_wire)

    async def plugins(self) -> tuple[PluginInfo, ...]:
        """The server's plugins in load order, this program among them once it registered something."""
        return (await self._connection.request("plugins/list", _NOTHING, PluginList.from_wire)).plugins

    async def serve(self) -> None:
        """Says that all hooks and tools are registered, and returns when the server is gone.

        What a plugin in a process of its own ends with. Raises `HOOK_REJECTED` if one was refused.
        """
        await self._registrations.settle()
        await self._connection.notify("plugin/ready", _NOTHING)
        await self._peer.over.wait()

    async def close(self) -> None:
        """Ends the server and all that it started; gone when this returns. What still waits fails as DISCONNECTED.

        A server that started this program goes on, and starts it again once it is over.
        """
        await _close(self._peer, self._process)

    def _adopt(self, answer: Any) -> Session:
        """Makes a session known before the reader looks at its first event."""
        session_id = SessionResult.from_wire(answer).session_id
        feed = self._peer.feeds.setdefault(session_id, SessionFeed())
        return Session(session_id, self._peer, feed)


class Spawning:
    """A server that is about to start: `async with` it, or await it and `close` the client yourself."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, Myelin]]) -> None:
        self._start = start
        self._myelin: Myelin | None = None

    def __await__(self) -> Generator[Any, None, Myelin]:
        return self._start().__await__()

    async def __aenter__(self) -> Myelin:
        self._myelin = await self._start()
        return self._myelin

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._myelin is not None:
            await self._myelin.close()


async def _start(
    command: Sequence[str] | None,
    name: str,
    cwd: str | os.PathLike[str] | None,
    env: Mapping[str, str] | None,
    timeout: float,
) -> Myelin:
    environ = {**os.environ, **(env or {})}
    words = find_command(command, environ)
    peer = Peer()
    process = await ServerProcess.spawn(words, peer.connection, cwd=cwd, env=environ)
    try:
        peer.connection.connect(process)
        try:
            async with asyncio.timeout(timeout):
                server = await _initialize(peer.connection, name)
        except TimeoutError:
            raise _unanswered(words, timeout, process.stderr_tail) from None
        peer.connection.set_max_frame_bytes(server.limits.max_frame_bytes)
        return Myelin(peer, process, server)
    except BaseException:
        await _close(peer, process)
        raise


async def _connect_stdio(name: str, timeout: float) -> Myelin:
    peer = Peer()
    stdio = OwnStdio(peer.connection)
    peer.connection.connect(stdio)
    try:
        try:
            async with asyncio.timeout(timeout):
                server = await _initialize(peer.connection, name)
        except TimeoutError:
            raise MyelinError("DISCONNECTED", f"no server answered on standard input within {timeout:g} s") from None
        peer.connection.set_max_frame_bytes(server.limits.max_frame_bytes)
        return Myelin(peer, stdio, server)
    except BaseException:
        await _close(peer, stdio)
        raise


async def _initialize(connection: Connection, name: str) -> InitializeResult:
    params = InitializeParams(client_info=ClientInfo(name=name), protocol_version=WINDOW)
    server = await connection.request("initialize", params.to_wire(), InitializeResult.from_wire)
    check_version(server)
    return server


async def _close(peer: Peer, process: Server) -> None:
    peer.close()
    await process.close()
    await peer.connection.settle(_SETTLE_SECONDS)


def _unanswered(command: Sequence[str], timeout: float, stderr: str) -> MyelinError:
    said = f"its last words on stderr:\n{stderr.rstrip()}" if stderr.strip() else "it wrote nothing to stderr"
    return MyelinError("SPAWN_FAILED", f"{list(command)!r} did not answer within {timeout:g} s; {said}")


_NOTHING = Empty().to_wire()
