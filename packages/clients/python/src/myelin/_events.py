"""From the full form of an event, still JSON, to its type."""

from __future__ import annotations

from ._connection import logger
from ._generated.protocol import AssistantMessage, MessageUpdate, SessionEvent, UnknownEvent, parse_session_event
from ._inflate import FullEvent


def parse_event(full: FullEvent) -> SessionEvent:
    """Never raises: what is not known, or not as the protocol says, arrives as UnknownEvent."""
    event, snapshot = full
    try:
        if snapshot is not None:
            return MessageUpdate.from_wire(event, lambda: AssistantMessage.from_wire(snapshot()))
        return parse_session_event(event)
    except Exception as error:
        logger.warning("an event of type %r breaks the protocol: %s", event.get("type"), error)
        return UnknownEvent.from_wire(event)
