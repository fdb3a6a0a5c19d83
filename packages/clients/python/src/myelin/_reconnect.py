"""A connection that is made again when it breaks, so that nothing is lost and nothing comes twice."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

from ._connection import logger
from ._errors import LinkLostError, MyelinError
from ._generated.protocol import InitializeResult, SessionOpenResult
from ._hello import Hello
from ._peer import KnownSession, Peer
from ._socket import SocketTransport

_FIRST_PAUSE_SECONDS = 0.05
_LONGEST_PAUSE_SECONDS = 1.0
_GOODBYE_SECONDS = 1.0


class ReconnectingSocket:
    """A server on a socket. Each link that breaks is followed by another one, unless none is to be had in time."""

    def __init__(self, path: str | os.PathLike[str], hello: Hello, seconds: float) -> None:
        self.peer = Peer(hello.ask, self._lost)
        self._path = path
        self._hello = hello
        self._seconds = seconds
        self._transport: SocketTransport | None = None
        self._reviving: asyncio.Task[None] | None = None
        self._is_open = False
        self._is_greeted = False
        """Whether the protocol is open on the transport: what was offered stands, or is on its way."""

    async def open(self) -> InitializeResult:
        """Makes the first link. Raises MyelinError if it cannot be had."""
        server = await self._connect()
        self._is_open = True
        return server

    async def say_goodbye(self) -> None:
        """Has the server, which lives on, take back our hooks and tools; waits for that, but not long.

        They stand again before all sessions do, so that a link that is not in use yet is left in the same way.
        """
        self._is_open = False
        self.peer.leave()
        await self._stop_reviving()
        if self._is_greeted:
            with suppress(TimeoutError, MyelinError):
                goodbye = self.peer.connection.request("shutdown", {}, lambda _: None, ahead=True)
                await asyncio.wait_for(goodbye, _GOODBYE_SECONDS)

    async def close(self) -> None:
        """Leaves the server, which goes on."""
        self._is_open = False
        await self._stop_reviving()
        if self._transport is not None:
            await self._transport.close()

    async def _stop_reviving(self) -> None:
        if self._reviving is not None:
            self._reviving.cancel()
            await asyncio.wait([self._reviving])

    def _lost(self, error: MyelinError) -> bool:
        self._is_greeted = False
        if not self._is_open or self._seconds <= 0:
            return False
        self.peer.connection.suspend(error)
        if self._reviving is None or self._reviving.done():
            logger.warning("%s; it is made again", error)
            self._reviving = asyncio.get_running_loop().create_task(self._revive())
        return True

    async def _revive(self) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._until_restored()
        except TimeoutError:
            self._fail(f"no server could be used at {os.fspath(self._path)!r} within {self._seconds:g} s")
        except MyelinError as error:
            self._fail(str(error), error.code)

    async def _until_restored(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while True:
            try:
                await self._connect(ahead=True)
                await self._restore()
                return
            except MyelinError as error:
                if error.code != "DISCONNECTED":
                    raise
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)

    async def _connect(self, *, ahead: bool = False) -> InitializeResult:
        self._is_greeted = False
        if self._transport is not None:
            self._transport.dismiss()
        connection = self.peer.connection
        self._transport = await SocketTransport.open(self._path, connection)
        connection.connect(self._transport)
        server = await self._hello.say(connection, ahead=ahead)
        self._is_greeted = True
        return server

    async def _restore(self) -> None:
        """Hooks and tools first, so that no guard is missed; then the events; then the prompts that wait for an answer."""
        sessions = list(self.peer.sessions.values())
        self.peer.registrations.offer_again()
        for known in sessions:
            known.registrations.offer_again()
        await self.peer.registrations.answered()
        for known in sessions:
            await self._restore_session(known)
        self.peer.restored()

    async def _restore_session(self, known: KnownSession) -> None:
        if known.subscription.over is not None and not known.subscription.is_attached:
            return
        try:
            try:
                await self._join(known)
            except MyelinError as error:
                if error.code != "SESSION_NOT_FOUND":
                    raise
                await self._open(known)
                known.registrations.offer_again()
                await self._join(known)
        except LinkLostError:
            raise
        except MyelinError as error:
            known.subscription.end(error)

    async def _join(self, known: KnownSession) -> None:
        await known.registrations.answered()
        if known.subscription.is_attached:
            await known.subscription.attach(None, ahead=True)

    async def _open(self, known: KnownSession) -> None:
        """The server is another one, which has the session in its store."""
        params = {"sessionId": known.id, **known.subscription.terms}
        await self.peer.connection.request("session/open", params, SessionOpenResult.from_wire, ahead=True)

    def _fail(self, why: str, code: str = "DISCONNECTED") -> None:
        if self._transport is not None:
            self._transport.dismiss()
        self.peer.connection.close(MyelinError(code, f"the connection broke and could not be made again: {why}"))
