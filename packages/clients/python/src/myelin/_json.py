"""JSON as Python has it, before it is given a type."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard

JsonDict: TypeAlias = dict[str, Any]
"""A JSON object whose members are not known yet."""


def as_object(value: object) -> JsonDict:
    """The value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def required_object(value: object) -> JsonDict:
    """The value if it is a JSON object. Raises TypeError if not."""
    if not _is_object(value):
        raise TypeError(f"a JSON object was expected, found {value!r:.200}")
    return value


def as_list(value: object) -> list[Any]:
    """The value if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


def _is_object(value: object) -> TypeGuard[JsonDict]:
    return isinstance(value, dict)
