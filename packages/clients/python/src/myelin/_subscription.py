"""Which event of a session is due next, and how to get those that did not come."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from ._call import Call
from ._connection import Connection, logger
from ._credit import WINDOW_BYTES, Credit
from ._errors import LinkLostError, MyelinError
from ._feed import SessionFeed
from ._generated.protocol import AckParams, SessionEndReason, SessionResult, WhenFull
from ._json import JsonDict, as_object
from ._stream import EventStream
from ._wire import JsonObject


class Wishes(TypedDict, total=False):
    """How a session is subscribed to; the defaults suit a program that reads all events."""

    snapshots: bool
    """Cumulative messages with each delta."""
    chunks: bool
    """The model's own chunks with each delta."""
    types: Sequence[str]
    """The only types of events that are sent, beside gaps."""
    window_bytes: int
    """What may be on its way or wait here."""
    acknowledge: bool
    """One event at a time: the session waits for this program at each."""
    when_full: WhenFull
    """What happens when the window is full: the session waits (by default), or this program gets one gap."""


def subscription_terms(wishes: Wishes) -> JsonObject:
    """The wishes as they travel."""
    named: JsonDict = {_WIRE_NAMES.get(name, name): wish for name, wish in wishes.items()}
    if not wishes.get("acknowledge"):
        named.setdefault("windowBytes", WINDOW_BYTES)
    return named


_WIRE_NAMES = {"window_bytes": "windowBytes", "when_full": "whenFull"}


class Subscription:
    """One session's events as the server sends them: each names the one before it, so that a missing one is noticed.

    What is missing is asked for again, from the last event that came. What comes twice is left out.
    """

    def __init__(self, connection: Connection, session_id: str, terms: JsonObject) -> None:
        self.terms = terms
        self.is_attached = False
        """Whether events of the session are wanted: those that go missing are asked for."""
        self.over: SessionEndReason | None = None
        """Why the session has ended, if its end is the last event that came."""
        self._is_due = False
        """Whether the server sends them just now."""
        self._connection = connection
        self._session_id = session_id
        self._credit = Credit(self._give_back, terms.get("windowBytes", 0))
        self.feed = SessionFeed(self._credit.taken)
        self._last = 0
        self._is_mending = False
        """Whether missing events have been asked for."""
        self._mended: int | None = None
        """From where they were asked for the last time."""
        self._asked: dict[Call[SessionResult], int] = {}
        """Behind which events the subscriptions begin that were asked for."""
        self._is_asked_anew = False
        """Whether what comes now comes again, by a subscription that knows all that was told."""

    def wish(self, terms: JsonObject) -> None:
        """From the next subscription on these terms hold."""
        self.terms = terms
        self._credit.portion = terms.get("windowBytes", 0) // 4

    @property
    def last(self) -> int:
        """The number of the last event that came in its turn."""
        return self._last

    def begin(self, seq: int, state: JsonDict | None = None) -> None:
        """The server has subscribed us: the next event is the one after this number, at which the session stood so."""
        self.is_attached = self._is_due = True
        self._last = seq
        self._is_mending = self._is_asked_anew = False
        self.over = None
        self._credit.restart()
        self.feed.begin(seq, state)

    def take(self, params: JsonDict, size: int) -> None:
        """Takes the parameters of one `session/event`."""
        if self._is_asked_anew:
            return
        seq: int = params["seq"]
        if params.get("prev", seq - 1) == self._last:
            self._last = seq
            self._credit.sent(seq, size)
            self.feed.deliver(params, size)
            self._look_for_end(params["event"])
        elif seq > self._last and self._is_due:
            self._mend()

    def _look_for_end(self, event: JsonDict) -> None:
        """A server that ends takes the session with it: it goes on where the next one has it, or ends with the connection."""
        self.over = event.get("reason") if event.get("type") == "session_end" else None
        if self.over is not None and self.over != "shutdown":
            self.end(None)

    def flush(self) -> None:
        """Acknowledges what is taken, now."""
        self._credit.flush()

    def pause(self) -> None:
        """The link is gone, and the server's subscription with it."""
        self._is_due = False
        self._is_mending = self._is_asked_anew = False
        self._mended = None
        self._credit.restart()

    def end(self, error: BaseException | None) -> None:
        """Nothing more will come: by this error, or because somebody asked for it."""
        self.is_attached = self._is_due = self._is_asked_anew = False
        self._credit.restart()
        # A loss of what had said that it ends is none.
        self.feed.end(error if self.over is None else None)

    async def attach(self, after_seq: int | None, *, ahead: bool = False) -> SessionResult:
        """Subscribes anew: from `after_seq`, from the last event that came if there is a subscription, else from now on."""
        if after_seq is None and self.is_attached:
            after_seq = self._last
        return await self._connection.wait(self._ask(after_seq, ahead=ahead))

    def open_stream(self, after_seq: int | None) -> EventStream:
        """All events from now on, or all after a number; those that came before are asked for again."""
        self._connection.own_loop.check()
        stream = self.feed.open_stream()
        if after_seq is None or after_seq >= self.feed.newest:
            stream.after = self.feed.newest if after_seq is None else after_seq
            return stream
        stream.after = sys.maxsize

        def answered() -> None:
            stream.after = after_seq

        self._ask_until_answered(min(after_seq, self._last), answered, stream.end)
        return stream

    def _mend(self) -> None:
        if self._is_mending:
            return
        missing = f"events of session {self._session_id} are missing after {self._last}"
        if self._mended == self._last:
            self.end(MyelinError("INVALID_ANSWER", f"{missing}, and the server does not send them"))
            return
        logger.warning("%s; they are asked for again", missing)
        self._is_mending, self._mended = True, self._last
        call = self._ask(self._last)
        call.answer.add_done_callback(lambda answer: self._fail(answer.exception()))

    def _fail(self, error: BaseException | None) -> None:
        if isinstance(error, MyelinError) and not isinstance(error, LinkLostError) and self.is_attached:
            self.end(error)

    def _ask_until_answered(
        self, after_seq: int, answered: Callable[[], None], failed: Callable[[BaseException], None]
    ) -> None:
        """Subscribes anew, over another link if this one breaks. `answered` is called before the events that follow."""

        def settled(answer: asyncio.Future[SessionResult]) -> None:
            error = answer.exception()
            if isinstance(error, LinkLostError):
                self._ask_until_answered(after_seq, answered, failed)
            elif error is not None:
                failed(error)

        self._ask(after_seq, answered).answer.add_done_callback(settled)

    def _ask(
        self, after_seq: int | None, answered: Callable[[], None] = lambda: None, *, ahead: bool = False
    ) -> Call[SessionResult]:
        """Subscribes anew: from now on, or behind an event, or an earlier one where somebody else asked for that."""
        start = None if after_seq is None else min([after_seq, *self._asked.values()])
        newest = self.feed.newest
        params: JsonDict = {"sessionId": self._session_id}
        if start is not None:
            params["afterSeq"] = start
            # Whoever has been given some of it is given the rest: no delta covers both.
            if start < newest:
                params["seenSeq"] = newest

        def read(answer: Any) -> SessionResult:
            self._asked.pop(call, None)
            result = SessionResult.from_wire(answer)
            answered()
            if start is not None and self.feed.newest > max(start, newest):
                self._ask_anew(start)
            else:
                self._go_on(result.seq if start is None else start, as_object(answer["state"]) if start is None else None)
            return result

        call = self._connection.begin("session/attach", {**params, "whenFull": "wait", **self.terms}, read, ahead=ahead)
        if start is not None:
            self._asked[call] = start
            call.answer.add_done_callback(lambda _: self._asked.pop(call, None))
        return call

    def _ask_anew(self, start: int) -> None:
        """More was told meanwhile than the server was said to have been: a delta may cover what was told and what was not."""
        self._is_asked_anew = True
        self._ask_until_answered(start, lambda: None, self._fail)

    def _go_on(self, start: int, state: JsonDict | None) -> None:
        if start < self.feed.newest:
            self.feed.rewind(start)
        self.begin(start, state)

    def _give_back(self, seq: int) -> None:
        self._connection.tell("session/ack", AckParams(session_id=self._session_id, seq=seq).to_wire())
