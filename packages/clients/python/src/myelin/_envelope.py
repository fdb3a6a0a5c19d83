"""What is around each event: its place in its session."""

from __future__ import annotations

from typing import Any

from ._json import JsonDict

_LARGEST = 2**53 - 1
_FEWEST = 3


def fault_of(params: JsonDict) -> str | None:
    """What of the parameters of a `session/event` is not as the protocol has it, or None: an event without its place cannot be used."""
    if not isinstance(params.get("sessionId"), str):
        return _fault(params, "sessionId", "a string")
    if not _is_seq(params.get("seq")):
        return _fault(params, "seq", "a whole number")
    if not isinstance(params.get("event"), dict):
        return _fault(params, "event", "an object")
    return None if len(params) == _FEWEST else _fault_of_more(params)


def _fault_of_more(params: JsonDict) -> str | None:
    """The same of the members that most events do not have."""
    if "prev" in params and not _is_seq(params["prev"]):
        return _fault(params, "prev", "a whole number")
    if "promptIds" in params and not _are_strings(params["promptIds"]):
        return _fault(params, "promptIds", "a list of strings")
    return None


def _fault(params: JsonDict, name: str, expected: str) -> str:
    return f"{name!r} is not {expected}: {params.get(name)!r:.100}"


def _is_seq(value: object) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)  # pyright: ignore[reportUnknownVariableType]
