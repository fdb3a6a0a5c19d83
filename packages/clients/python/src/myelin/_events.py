"""From the full form of an event, still JSON, to its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ._connection import logger
from ._generated.protocol import (
    AssistantMessage,
    MessageUpdate,
    SessionEvent,
    UnknownEvent,
    parse_content_block,
    parse_session_event,
)
from ._inflate import FullEvent
from ._json import JsonDict
from ._wire import JsonObject, unknown_members

_UPDATE_MEMBERS = frozenset({"type", "delta", "deltaKind", "contentIndex", "block", "message", "chunk"})


def parse_event(full: FullEvent) -> SessionEvent:
    """What is of no type that is known arrives as UnknownEvent. Raises for what is not as the protocol says."""
    event, snapshot = full
    if snapshot is not None:
        return _parse_update(event, lambda: AssistantMessage.from_wire(snapshot()))
    return parse_session_event(event)


class _Draft:
    """A MessageUpdate that may still be written to."""

    __slots__ = ("block", "build_message", "chunk", "content_index", "delta", "delta_kind", "extra")
    delta: str
    delta_kind: str
    content_index: int
    block: object
    chunk: Any
    build_message: Callable[[], AssistantMessage]
    extra: JsonObject


def _parse_update(event: JsonDict, build_message: Callable[[], AssistantMessage]) -> MessageUpdate:
    """The same as `MessageUpdate.from_wire`. Measured: the constructor of a frozen class costs four times as much, for every delta."""
    draft = _Draft()
    draft.delta = event["delta"]
    draft.delta_kind = event["deltaKind"]
    draft.content_index = event["contentIndex"]
    block = event.get("block")
    draft.block = None if block is None else parse_content_block(block)
    draft.chunk = event.get("chunk")
    draft.build_message = build_message
    draft.extra = unknown_members(event, _UPDATE_MEMBERS)
    draft.__class__ = MessageUpdate  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    return cast(MessageUpdate, draft)


class Unreadable:
    """Has events that are not as the protocol says arrive as UnknownEvent, and warns of the first of each type."""

    def __init__(self) -> None:
        self._types: set[str] = set()

    def event(self, wire: JsonDict, error: Exception) -> UnknownEvent:
        """Never raises."""
        kind = str(wire.get("type"))
        if kind not in self._types:
            self._types.add(kind)
            logger.warning("an event of type %r breaks the protocol and comes as UnknownEvent: %s", kind, error)
        return UnknownEvent.from_wire(wire)
