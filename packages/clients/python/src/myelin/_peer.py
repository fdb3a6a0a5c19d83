"""This side of one connection: sessions are fed, hooks and tools answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ._connection import Connection
from ._errors import MyelinError
from ._feed import SessionFeed
from ._hooks import HookTable
from ._json import JsonDict
from ._registrations import Registrations
from ._tools import ToolTable


class Peer:
    """What all sessions of a connection share. It is the connection's handler."""

    def __init__(self) -> None:
        self.connection = Connection(self)
        self.feeds: dict[str, SessionFeed] = {}
        self.hooks = HookTable(self._whole_messages)
        self.tools = ToolTable(self.connection)
        self.registrations = Registrations(self.connection)
        self.over = asyncio.Event()
        """Set when the connection has ended."""
        self._closing = False

    async def request(self, method: str, params: JsonDict) -> object:
        """Answers the server."""
        if method == "hook/call":
            return await self.hooks.call(params)
        if method == "tool/execute":
            return await self.tools.execute(params)
        raise MyelinError("METHOD_NOT_FOUND", f"this client does not know the method {method!r}")

    def notification(self, method: str, params: JsonDict) -> None:
        """Takes what the server tells; what this version does not know means nothing to it."""
        feed = self.feeds.get(str(params.get("sessionId")))
        if method == "session/event" and feed is not None:
            feed.deliver(params)

    def ended(self, error: MyelinError) -> None:
        """The connection is over."""
        self.over.set()
        for feed in self.feeds.values():
            feed.end(None if self._closing else error)

    def close(self) -> None:
        """Ends the connection because the program asked for it: what waits fails, streams end."""
        self._closing = True
        self.connection.ended(MyelinError("DISCONNECTED", "the client was closed"))

    def drop_session(self, session_id: str) -> None:
        """Forgets a session that the server closed; its streams end."""
        feed = self.feeds.pop(session_id, None)
        if feed is not None:
            feed.end(None)
        self.hooks.drop_session(session_id)
        self.tools.drop_session(session_id)

    def _whole_messages(self, session_id: str, ids: Sequence[str], bodies: Sequence[JsonDict]) -> list[JsonDict]:
        return self.feeds.get(session_id, SessionFeed()).whole_messages(ids, bodies)
