"""Whether an event of a known type is as the protocol has it."""

from __future__ import annotations

from ._generated.protocol import REQUIRED_OF_EVENTS
from ._json import JsonDict
from ._wire import WireError

_KINDS: dict[type, str] = {str: "string", int: "number", float: "number", bool: "boolean", list: "list", dict: "object"}
_NOTHING: dict[str, str] = {}


def check_sent(wire: JsonDict) -> None:
    """Raises WireError for a member that its type must have and that was sent in another kind."""
    for name, wanted in REQUIRED_OF_EVENTS.get(str(wire.get("type")), _NOTHING).items():
        if name in wire and wanted != "any" and _kind_of(wire[name]) != wanted:
            raise WireError(f"its member `{name}` must be {wanted}, and is {_kind_of(wire[name])}")


def _kind_of(value: object) -> str:
    return _KINDS.get(type(value), "null")
