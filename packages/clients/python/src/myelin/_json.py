"""JSON as Python has it, before it is given a type."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

JsonDict: TypeAlias = dict[str, Any]
"""A JSON object whose members are not known yet."""


def as_object(value: object) -> JsonDict:
    """The value if it is a JSON object, else an empty one."""
    return cast(JsonDict, value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a JSON array, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []
