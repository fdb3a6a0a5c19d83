"""The events of one session, from the reader to whoever takes them."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from ._events import parse_event
from ._inflate import Inflater
from ._json import JsonDict, as_list, as_object
from ._run import PromptCall
from ._stream import EventStream


class SessionFeed:
    """Runs on the reader: it makes events whole and hands them on, and never waits for anybody."""

    def __init__(self) -> None:
        self._inflater = Inflater()
        self._prompts: set[PromptCall] = set()
        self._streams: weakref.WeakSet[EventStream] = weakref.WeakSet()

    def deliver(self, params: JsonDict) -> None:
        """Takes the parameters of one `session/event`."""
        full = self._inflater.inflate(as_object(params.get("event")))
        if not self._streams and not self._prompts:
            return
        event = parse_event(full)
        for call in self._prompts:
            call.take(event, as_list(params.get("promptIds")))
        for stream in self._streams:
            stream.put(event)

    def end(self, error: BaseException | None) -> None:
        """Nothing more will come: by this error, or because somebody asked for it."""
        for stream in self._streams:
            stream.end(error)

    def open_stream(self) -> EventStream:
        """All events from now on, for as long as somebody holds the stream."""
        stream = EventStream()
        self._streams.add(stream)
        return stream

    def watch(self, call: PromptCall) -> None:
        """Lets a prompt see the events until it is answered."""
        self._prompts.add(call)
        call.answer.add_done_callback(lambda _: self._prompts.discard(call))

    def args(self, tool_call_id: str) -> Mapping[str, Any] | None:
        """The arguments of a tool call that has started: the final ones once they are known."""
        return self._inflater.args(tool_call_id)

    def whole_messages(self, ids: Sequence[str], bodies: Sequence[JsonDict]) -> list[JsonDict]:
        """The messages of these ids, of which the server sent only those `bodies` that it had not sent before."""
        return self._inflater.whole_messages(ids, bodies)
