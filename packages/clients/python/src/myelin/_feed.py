"""The events of one session, from the reader to whoever takes them."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._credit import WINDOW_BYTES
from ._events import Unreadable, parse_event
from ._generated.protocol import SessionEvent
from ._inflate import Inflater
from ._json import JsonDict, as_list
from ._prompt_call import PromptCall
from ._stream import EventStream


class SessionFeed:
    """Runs on the reader: it makes events whole and hands them on, and never waits for anybody.

    It knows who is slow. An event is taken when all who are waited for have asked for the next one: streams of
    `session.events()`, and runs from when their loop begins until it is left. A run whose loop has not begun is waited
    for only while nobody else takes events and nobody awaits its summary. Where nobody is waited for, the library takes.
    """

    def __init__(self, on_taken: Callable[[int], None]) -> None:
        """`on_taken` is told up to which number all events are taken, whenever that may have changed."""
        self._on_taken = on_taken
        self._inflater = Inflater()
        self._unreadable = Unreadable()
        self._prompts: set[PromptCall] = set()
        self._streams: list[weakref.ref[EventStream]] = []
        self._newest = 0
        self._ending: tuple[BaseException | None] | None = None

    @property
    def newest(self) -> int:
        """The number of the newest event that was handed on."""
        return self._newest

    def begin(self, seq: int, state: JsonDict | None) -> None:
        """The session is subscribed to after this number, at which it stood so; all that came before is known otherwise."""
        self._newest = max(self._newest, seq)
        if state is not None:
            self._inflater.go_on_from(state, seq)
        self._ending = None

    def rewind(self, seq: int) -> None:
        """The events after this number come again; those who had them are not given them twice."""
        self._inflater.rewind(seq)

    def deliver(self, params: JsonDict, size: int) -> None:
        """Takes the parameters of one `session/event`, which is of so many bytes."""
        seq: int = params["seq"]
        wire: JsonDict = params["event"]
        event = self._read(wire, seq)
        is_new = seq > self._newest
        if is_new:
            self._newest = seq
        if event is not None:
            if is_new and self._prompts:
                for call in self._prompts:
                    call.take(seq, event, as_list(params.get("promptIds")), size)
            for held in self._streams:
                stream = held()
                if stream is not None and not stream.is_run:
                    stream.put(seq, event, size)
        self.settle()

    def _read(self, wire: JsonDict, seq: int) -> SessionEvent | None:
        """Nothing where nobody listens: then it is only noted."""
        try:
            full = self._inflater.inflate(wire, seq)
            return parse_event(full) if self._streams or self._prompts else None
        except Exception as error:
            return self._unreadable.event(wire, error)

    def end(self, error: BaseException | None) -> None:
        """Nothing more will come: by this error, or because somebody asked for it."""
        self._ending = (error,)
        for stream in self._held_streams():
            if not stream.is_run:
                stream.end(error)

    def open_stream(self) -> EventStream:
        """All events from now on, for as long as somebody holds the stream."""
        stream = self._add(EventStream(self.settle, self._newest, is_run=False))
        if self._ending is not None:
            stream.end(self._ending[0])
        self.settle()
        return stream

    def open_run(self, call: PromptCall) -> EventStream:
        """The events of a prompt's run, for as long as somebody holds the stream."""
        self._prompts.add(call)
        call.answer.add_done_callback(lambda _: self._forget(call))
        stream = self._add(EventStream(self.settle, self._newest, is_run=True))
        call.fill(stream)
        return stream

    def send_again(self) -> None:
        """Sends the prompts again that lost their link before they were answered."""
        for call in list(self._prompts):
            call.send_again()
            if call.answer.done():
                self._forget(call)

    def give_up(self, error: BaseException) -> None:
        """There will be no other link: the prompts that lost theirs have no answer."""
        for call in list(self._prompts):
            call.give_up(error)

    def settle(self) -> None:
        """Tells what is taken, and lets a run lose what is too much to keep for a loop that nobody waits for."""
        oldest = started = None
        idle: list[EventStream] = []
        for held in self._streams:
            stream = held()
            if stream is None:
                continue
            if not stream.is_started:
                idle.append(stream)
                continue
            started = stream
            if (own := stream.oldest) is not None and (oldest is None or own < oldest):
                oldest = own
        if idle:
            oldest = self._settle_idle(idle, oldest, somebody_takes=started is not None)
        self._on_taken(self._newest if oldest is None else oldest - 1)

    def _settle_idle(self, idle: list[EventStream], oldest: int | None, *, somebody_takes: bool) -> int | None:
        """The oldest event that is waited for, where there are runs whose loop has not begun."""
        for stream in idle:
            if somebody_takes or stream.is_released:
                if stream.size > WINDOW_BYTES:
                    stream.lose()
            elif (own := stream.oldest) is not None:
                oldest = own if oldest is None else min(oldest, own)
        return oldest

    def args(self, tool_call_id: str) -> Mapping[str, Any] | None:
        """The arguments of a tool call that has started: the final ones once they are known."""
        return self._inflater.args(tool_call_id)

    def whole_messages(self, ids: Sequence[str], bodies: Sequence[JsonDict]) -> list[JsonDict]:
        """The messages of these ids, of which the server sent only those `bodies` that it had not sent before."""
        return self._inflater.whole_messages(ids, bodies)

    def _held_streams(self) -> list[EventStream]:
        return [stream for held in self._streams if (stream := held()) is not None]

    def _add(self, stream: EventStream) -> EventStream:
        loop = asyncio.get_running_loop()

        def let_go(held: weakref.ref[EventStream]) -> None:
            """Whoever held it may have been another thread, or the end of the program."""
            try:
                loop.call_soon_threadsafe(self._let_go, held)
            except RuntimeError:
                pass

        self._streams.append(weakref.ref(stream, let_go))
        return stream

    def _let_go(self, held: weakref.ref[EventStream]) -> None:
        self._streams.remove(held)
        self.settle()

    def _forget(self, call: PromptCall) -> None:
        if not call.is_lost:
            self._prompts.discard(call)
