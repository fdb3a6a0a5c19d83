"""What a plugin asks the person before this program."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ._connection import logger
from ._errors import MyelinError
from ._generated.protocol import UiAnswer, UiAskParams
from ._json import JsonDict

Asker: TypeAlias = Callable[[UiAskParams], Awaitable[bool | str | None] | bool | str | None]
"""Asks a person: a bool answers `confirm`, a str the others, None leaves the question to other clients.

It is cancelled when the answer is no longer wanted: somebody else was faster, or the run is over.
"""


async def answer_question(ask: Asker, params: JsonDict) -> JsonDict | None:
    """Answers `ui/ask`. Raises ASK_FAILED whenever the function did."""
    question = UiAskParams.from_wire(params)
    try:
        answer = ask(question)
        value = await answer if inspect.isawaitable(answer) else answer
    except Exception as error:
        logger.warning("the function that asks a person failed", exc_info=error)
        raise MyelinError("ASK_FAILED", f"{type(error).__name__}: {error}") from error
    return None if value is None else UiAnswer(value=value).to_wire()
