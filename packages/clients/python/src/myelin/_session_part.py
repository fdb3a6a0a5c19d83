"""What the parts of a session share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ._connection import Connection

Result = TypeVar("Result")


def nothing(_: Any) -> None:
    """Reads an answer that says no more than that it was done."""


class SessionPart:
    """Asks the server something about one session."""

    _connection: Connection
    _id: str

    async def _ask(self, method: str, read: Callable[[Any], Result], **params: Any) -> Result:
        """`params` by their names on the wire; those that are None are left out."""
        said = {name: value for name, value in params.items() if value is not None}
        return await self._connection.request(method, {"sessionId": self._id, **said}, read)
