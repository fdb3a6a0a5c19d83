"""One request to the server, from when it is sent until it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class Call(Generic[Result]):
    """A request that was sent. Its answer is set by the reader, or by whatever ends the wait for it."""

    id: int
    method: str
    read: Callable[[Any], Result]
    answer: asyncio.Future[Result]
    when_late: Callable[[Any], None] | None = None
    """What is done with the result if it comes although its caller has gone."""

    def fail(self, error: BaseException) -> None:
        """Rejects it. Its caller may have gone at the same moment, which is nobody's oversight."""
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()
