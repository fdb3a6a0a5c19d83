"""This side of one connection: sessions are fed, hooks, tools and commands answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._commands import CommandTable
from ._connection import Connection, breach
from ._envelope import fault_of
from ._errors import MyelinError, client_closed
from ._hooks import HookTable
from ._inflate import Inflater
from ._json import JsonDict
from ._questions import Asker, answer_question
from ._registrations import Registrations
from ._subscription import Subscription
from ._tools import ToolTable
from ._wire import JsonObject


@dataclass(frozen=True, slots=True)
class KnownSession:
    """A session that this client has a hand in: what it says, and what was offered to it alone."""

    id: str
    subscription: Subscription
    registrations: Registrations


class Peer:
    """What all sessions of a connection share. It is the connection's handler."""

    def __init__(self, ask: Asker | None = None, on_lost: Callable[[MyelinError], bool] = lambda _: False) -> None:
        """`ask` asks a person. `on_lost` tells whether another link will be made after the one that broke."""
        self.connection = Connection(self)
        self.sessions: dict[str, KnownSession] = {}
        self.hooks = HookTable(self._whole_messages)
        self.tools = ToolTable(self.connection)
        self.commands = CommandTable()
        self.registrations = Registrations(self.connection)
        self.over = asyncio.Event()
        """Set when the connection has ended."""
        self._ask = ask
        self._on_lost = on_lost
        self._closing = False

    def know(self, session_id: str, terms: JsonObject) -> KnownSession:
        """The session of this id; if it is new here, it is subscribed to on these `terms`."""
        known = self.sessions.get(session_id)
        if known is None:
            subscription = Subscription(self.connection, session_id, terms)
            registrations = Registrations(self.connection, self.registrations)
            known = self.sessions[session_id] = KnownSession(session_id, subscription, registrations)
        return known

    async def request(self, method: str, params: JsonDict) -> object:
        """Answers the server."""
        if method == "hook/call":
            return await self.hooks.call(params)
        if method == "tool/execute":
            return await self.tools.execute(params)
        if method == "tool/preview":
            return await self.tools.preview(params)
        if method == "command/execute":
            return await self.commands.execute(params)
        if method == "ui/ask" and self._ask is not None:
            return await answer_question(self._ask, params)
        raise MyelinError("METHOD_NOT_FOUND", f"this client does not know the method {method!r}")

    def notification(self, method: str, params: JsonDict, size: int) -> None:
        """Takes what the server tells; what this version does not know means nothing to it."""
        if method != "session/event":
            return
        if (fault := fault_of(params)) is not None:
            raise breach(f"a session/event whose {fault}")
        known = self.sessions.get(params["sessionId"])
        if known is not None:
            known.subscription.take(params, size)
            if known.subscription.over == "deleted":
                self.drop_session(known.id)

    def lost(self, error: MyelinError) -> bool:
        """The link broke."""
        if self._closing or not self._on_lost(error):
            return False
        self.registrations.hold()
        for known in self.sessions.values():
            known.registrations.hold()
            known.subscription.pause()
        return True

    def restored(self) -> None:
        """Another link is in use, and everything is on it again: prompts without an answer are sent again, then the rest."""
        for known in self.sessions.values():
            known.subscription.feed.send_again()
        self._release()
        self.connection.resume()

    def ended(self, error: MyelinError) -> None:
        """The connection is over."""
        self.over.set()
        self._release()
        for known in self.sessions.values():
            known.subscription.feed.give_up(error)
            known.subscription.end(None if self._closing else error)

    def _release(self) -> None:
        self.registrations.release()
        for known in self.sessions.values():
            known.registrations.release()

    def leave(self) -> None:
        """The program wants the connection to end: whatever ends it now, streams end quietly."""
        self._closing = True
        for known in self.sessions.values():
            known.subscription.flush()

    def close(self) -> None:
        """Ends the connection because the program asked for it: what waits fails, streams end."""
        self.leave()
        self.connection.close(client_closed())

    def leave_session(self, session_id: str) -> None:
        """The server says no more of a session, and has taken back what was offered to it; its streams end."""
        if known := self.sessions.get(session_id):
            known.subscription.end(None)
            known.registrations.forget()
        self.hooks.drop_session(session_id)
        self.tools.drop_session(session_id)
        self.commands.drop_session(session_id)

    def drop_session(self, session_id: str) -> None:
        """Forgets a session that the server closed; its streams end."""
        self.leave_session(session_id)
        self.sessions.pop(session_id, None)

    def _whole_messages(self, session_id: str, ids: Sequence[str], bodies: Sequence[JsonDict]) -> list[JsonDict]:
        known = self.sessions.get(session_id)
        inflater = Inflater() if known is None else known.subscription.feed
        return inflater.whole_messages(ids, bodies)
