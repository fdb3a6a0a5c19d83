"""A message while it streams: deltas are only noted, and a message is built when somebody reads one."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from ._json import JsonDict, as_list, as_object
from ._wire import WireError

_TEXT_MEMBERS = {"text": "text", "thinking": "thinking", "tool_call": "argsText"}
_EMPTY_BLOCKS: dict[str, JsonDict] = {
    "text": {"type": "text", "text": ""},
    "thinking": {"type": "thinking", "thinking": ""},
    "tool_call": {"type": "tool_call", "id": "", "name": "", "args": {}},
}
UNKNOWN_HEAD: JsonDict = {
    "role": "assistant",
    "id": "",
    "timestamp": 0,
    "content": [],
    "model": {"provider": "", "id": ""},
}
"""A message of which the beginning was never seen."""
# A string costs more than a delta has letters, so that many are joined into one.
_LOOSE = 1024


@dataclass(slots=True)
class _Stretch:
    """Neighbouring deltas of one block."""

    place: int
    kind: str
    block: JsonDict | None
    first: int
    length: int = 0
    joined: list[str] = field(default_factory=list[str])
    loose: list[str] = field(default_factory=list[str])

    def add(self, text: str) -> int:
        """The length of the stretch with this delta."""
        self.loose.append(text)
        if len(self.loose) == _LOOSE:
            self.joined.append("".join(self.loose))
            self.loose.clear()
        self.length += len(text)
        return self.length

    def text(self, length: int) -> str:
        """So many letters. The pieces are joined for good, so that reading on stays cheap."""
        if self.loose or len(self.joined) != 1:
            self.joined = ["".join([*self.joined, *self.loose])]
            self.loose.clear()
        return self.joined[0][:length]


class StreamingMessage:
    """A snapshot is what was noted up to its delta, so it never changes afterwards."""

    def __init__(self, start: JsonDict, seq: int) -> None:
        """Begins as what was known of it at an event's number."""
        self._start = start
        self._seq = seq
        self._stretches: list[_Stretch] = []
        # Of each delta: its event's number, and how long its stretch was with it.
        self._seqs = array("q")
        self._lengths = array("q")
        self._kind = "text"
        self._index = 0

    def until(self, seq: int) -> StreamingMessage:
        """The message as it was at an earlier event; nothing is known of one that began later."""
        if seq < self._seq:
            return StreamingMessage(UNKNOWN_HEAD, seq)
        earlier = StreamingMessage(self._start, self._seq)
        count = bisect_right(self._seqs, seq)
        if count == 0:
            return earlier
        earlier._seqs, earlier._lengths = self._seqs[:count], self._lengths[:count]
        earlier._stretches = [stretch for stretch in self._stretches if stretch.first < count]
        last, length = earlier._stretches[-1], self._lengths[count - 1]
        earlier._stretches[-1] = _Stretch(last.place, last.kind, last.block, last.first, length, [last.text(length)])
        earlier._kind, earlier._index = last.kind, last.place
        return earlier

    def update(self, event: JsonDict, seq: int) -> tuple[str, int, Callable[[], JsonDict]]:
        """Notes a `message_update`. Gives its kind, its index (those of the update before if absent), its snapshot.

        Raises WireError for one that is none, of which nothing is noted.
        """
        kind = event.get("deltaKind", self._kind) or "text"
        index = event.get("contentIndex", self._index)
        block = event.get("block")
        delta = event.get("delta")
        if not isinstance(delta, str) or not isinstance(kind, str) or type(index) is not int or index < 0:
            raise WireError("the delta and kind of an update must be strings, and its index a number of blocks")
        stretches = self._stretches
        if not stretches or block is not None or kind != self._kind or index != self._index:
            stretches.append(_Stretch(index, kind, block, len(self._seqs)))
            self._kind, self._index = kind, index
        length = stretches[-1].add(delta)
        self._seqs.append(seq)
        self._lengths.append(length)
        count = len(stretches)
        return kind, index, lambda: self._snapshot(count, length)

    def _snapshot(self, count: int, length: int) -> JsonDict:
        last = count - 1
        blocks = [as_object(block) for block in as_list(self._start.get("content"))]
        for number, stretch in enumerate(self._stretches[:count]):
            _grow(blocks, stretch, stretch.text(length if number == last else stretch.length))
        return {**self._start, "content": blocks}


def _grow(blocks: list[JsonDict], stretch: _Stretch, text: str) -> None:
    fallback = _EMPTY_BLOCKS.get(stretch.kind, _EMPTY_BLOCKS["text"])
    while len(blocks) < stretch.place:
        blocks.append(_EMPTY_BLOCKS["text"])
    if len(blocks) == stretch.place:
        blocks.append(fallback)
    block = blocks[stretch.place] if stretch.block is None else stretch.block
    member = _TEXT_MEMBERS.get(stretch.kind)
    blocks[stretch.place] = block if member is None else {**block, member: block.get(member, "") + text}
