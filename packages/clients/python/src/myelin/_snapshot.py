"""A message while it streams: deltas are only noted, and a message is built when somebody reads one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ._json import JsonDict, as_list, as_object

_TEXT_MEMBERS = {"text": "text", "thinking": "thinking", "tool_call": "argsText"}
_EMPTY_BLOCKS: dict[str, JsonDict] = {
    "text": {"type": "text", "text": ""},
    "thinking": {"type": "thinking", "thinking": ""},
    "tool_call": {"type": "tool_call", "id": "", "name": "", "args": {}},
}


class _Delta(NamedTuple):
    seq: int
    place: int
    kind: str
    text: str
    block: JsonDict | None


@dataclass(slots=True)
class _Block:
    fixed: JsonDict
    kind: str
    pieces: list[str] = field(default_factory=list[str])

    def build(self) -> JsonDict:
        """The block so far. The pieces are joined for good, so that reading on stays cheap."""
        member = _TEXT_MEMBERS.get(self.kind)
        if member is None or not self.pieces:
            return self.fixed
        self.pieces = ["".join(self.pieces)]
        return {**self.fixed, member: self.fixed.get(member, "") + self.pieces[0]}


class StreamingMessage:
    """Every update is a mark in one log. A snapshot is the log up to its mark, so it never changes afterwards."""

    def __init__(self, start: JsonDict, seq: int) -> None:
        """Begins as what was known of it at an event's number."""
        self._start = start
        self._seq = seq
        self._log: list[_Delta] = []
        self._kind = "text"
        self._index = 0
        self._blocks: list[_Block] = []
        self._folded = 0
        self._rewind()

    def until(self, seq: int) -> StreamingMessage:
        """The message as it was at an earlier event; nothing is known of one that began later."""
        if seq < self._seq:
            return StreamingMessage({}, seq)
        earlier = StreamingMessage(self._start, self._seq)
        earlier._log = [delta for delta in self._log if delta.seq <= seq]
        if earlier._log:
            earlier._kind, earlier._index = earlier._log[-1].kind, earlier._log[-1].place
        return earlier

    def update(self, event: JsonDict, seq: int) -> tuple[str, int, Callable[[], JsonDict]]:
        """Notes a `message_update`. Gives its kind, its index (those of the update before if absent), its snapshot."""
        self._kind = event.get("deltaKind", self._kind) or "text"
        self._index = event.get("contentIndex", self._index)
        self._log.append(_Delta(seq, self._index, self._kind, event.get("delta", ""), event.get("block")))
        mark = len(self._log)
        return self._kind, self._index, lambda: self._snapshot(mark)

    def _snapshot(self, mark: int) -> JsonDict:
        if mark < self._folded:
            self._rewind()
        for delta in self._log[self._folded : mark]:
            self._fold(delta)
        self._folded = mark
        return {**self._start, "content": [block.build() for block in self._blocks]}

    def _rewind(self) -> None:
        self._folded = 0
        self._blocks = [
            _Block(as_object(block), str(as_object(block).get("type"))) for block in as_list(self._start.get("content"))
        ]

    def _fold(self, delta: _Delta) -> None:
        fallback = _EMPTY_BLOCKS.get(delta.kind, _EMPTY_BLOCKS["text"])
        while len(self._blocks) <= delta.place:
            self._blocks.append(_Block(fallback, delta.kind))
        if delta.block is not None:
            self._blocks[delta.place] = _Block(delta.block, delta.kind)
        self._blocks[delta.place].pieces.append(delta.text)
