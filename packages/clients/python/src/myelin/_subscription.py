"""Which event of a session is due next, and how to get those that did not come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from ._connection import Connection, logger
from ._credit import WINDOW_BYTES, Credit
from ._errors import LinkLostError, MyelinError
from ._feed import SessionFeed
from ._generated.protocol import AckParams, SessionResult, WhenFull
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
        self._is_mending = False
        self._credit.restart()
        self.feed.begin(seq, state)

    def take(self, params: JsonDict, size: int) -> None:
        """Takes the parameters of one `session/event`."""
        seq: int = params["seq"]
        if params.get("prev", seq - 1) == self._last:
            self._last = seq
            self._credit.sent(seq, size)
            self.feed.deliver(params, size)
        elif seq > self._last and self._is_due:
            self._mend()

    def flush(self) -> None:
        """Acknowledges what is taken, now."""
        self._credit.flush()

    def pause(self) -> None:
        """The link is gone, and the server's subscription with it."""
        self._is_due = False
        self._is_mending = False
        self._mended = None
        self._credit.restart()

    def end(self, error: BaseException | None) -> None:
        """Nothing more will come: by this error, or because somebody asked for it."""
        self.is_attached = self._is_due = False
        self._credit.restart()
        self.feed.end(error)

    async def attach(self, after_seq: int | None, *, ahead: bool = False) -> SessionResult:
        """Subscribes anew: from `after_seq`, from the last event that came if there is a subscription, else from now on."""
        if after_seq is None and self.is_attached:
            after_seq = self._last
        params, read = self._attaching(after_seq)
        return await self._connection.request("session/attach", params, read, ahead=ahead)

    def open_stream(self, after_seq: int | None) -> EventStream:
        """All events from now on, or all after a number; those that came before are asked for again."""
        stream = self.feed.open_stream()
        if after_seq is None or after_seq >= self.feed.newest:
            stream.after = self.feed.newest if after_seq is None else after_seq
            return stream
        stream.after = sys.maxsize
        params, read = self._attaching(min(after_seq, self._last))

        def read_for_stream(answer: Any) -> SessionResult:
            stream.after = after_seq
            return read(answer)

        def ask() -> None:
            call = self._connection.begin("session/attach", params, read_for_stream)
            call.answer.add_done_callback(lambda answer: answered(answer.exception()))

        def answered(error: BaseException | None) -> None:
            if isinstance(error, LinkLostError):
                ask()
            elif error is not None:
                stream.end(error)

        ask()
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
        params, read = self._attaching(self._last)
        call = self._connection.begin("session/attach", params, read)
        call.answer.add_done_callback(lambda answer: self._could_not_mend(answer.exception()))

    def _could_not_mend(self, error: BaseException | None) -> None:
        if isinstance(error, MyelinError) and not isinstance(error, LinkLostError) and self.is_attached:
            self.end(error)

    def _attaching(self, after_seq: int | None) -> tuple[JsonObject, Callable[[Any], SessionResult]]:
        """The parameters, and what reads the answer before the events that follow it."""
        place = {} if after_seq is None else {"afterSeq": after_seq}
        # Whoever has been given some of it is given the rest: no delta covers both.
        seen = {"seenSeq": self.feed.newest} if after_seq is not None and after_seq < self.feed.newest else {}
        terms = {"whenFull": "wait", **self.terms}

        def read(answer: Any) -> SessionResult:
            result = SessionResult.from_wire(answer)
            start = result.seq if after_seq is None else after_seq
            if start < self.feed.newest:
                self.feed.rewind(start)
            self.begin(start, as_object(answer["state"]) if after_seq is None else None)
            return result

        return {"sessionId": self._session_id, **place, **seen, **terms}, read

    def _give_back(self, seq: int) -> None:
        self._connection.tell("session/ack", AckParams(session_id=self._session_id, seq=seq).to_wire())
