"""From the full form of an event, still JSON, to its type."""

from __future__ import annotations

from ._connection import logger
from ._generated.protocol import AssistantMessage, MessageUpdate, SessionEvent, UnknownEvent, parse_session_event
from ._inflate import FullEvent
from ._json import JsonDict


def parse_event(full: FullEvent) -> SessionEvent:
    """What is of no type that is known arrives as UnknownEvent. Raises for what is not as the protocol says."""
    event, snapshot = full
    if snapshot is not None:
        return MessageUpdate.from_wire(event, lambda: AssistantMessage.from_wire(snapshot()))
    return parse_session_event(event)


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
