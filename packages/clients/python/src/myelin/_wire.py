"""What the generated types need to read JSON and to keep what they do not know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object whose members the protocol leaves open."""

Built = TypeVar("Built")

_NO_MEMBERS: JsonObject = MappingProxyType({})


class WireError(ValueError):
    """The other side sent an object without a member that the protocol promises."""


def no_members() -> JsonObject:
    """The one empty object that all values share which have no unknown members."""
    return _NO_MEMBERS


def unknown_members(data: JsonObject, known: frozenset[str]) -> JsonObject:
    """The members of `data` that are not in `known`."""
    if known.issuperset(data):
        return _NO_MEMBERS
    return {name: value for name, value in data.items() if name not in known}


def missing(definition: str, member: KeyError) -> WireError:
    """The error for a member that a definition requires and that `member` says is absent."""
    return WireError(f"{definition} came without its member {member}; the other side breaks the protocol")


def sent(data: JsonObject, definition: str, member: str, parse: Callable[[Any], Built]) -> Callable[[], Built]:
    """What builds a lazy member from `data`; calling it raises WireError if it was not sent."""

    def build() -> Built:
        if member not in data:
            raise WireError(f"{definition} came without `{member}`; subscribe with it or pass what builds it")
        return parse(data[member])

    return build
