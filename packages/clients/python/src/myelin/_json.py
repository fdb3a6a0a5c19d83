"""JSON as Python has it, before it is given a type."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard

JsonDict: TypeAlias = dict[str, Any]
"""A JSON object whose members are not known yet."""


def as_object(value: object) -> JsonDict:
    """The value if it is a JSON object, else an empty one."""
    return value if _is_object(value) else {}


def required_object(value: object) -> JsonDict:
    """The value if it is a JSON object. Raises TypeError if not."""
    if not _is_object(value):
        raise TypeError(f"a JSON object was expected, found {value!r:.200}")
    return value


def as_list(value: object) -> list[Any]:
    """The value if it is a JSON array, else an empty one."""
    return value if _is_list(value) else []


def _is_object(value: object) -> TypeGuard[JsonDict]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
