"""A prompt and what came of it: its events, then its summary."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator
from typing import Any, Generic, TypeVar

from ._errors import MyelinError
from ._generated.protocol import PromptResult, RunSummary, SessionEvent
from ._prompt_call import PromptCall
from ._stream import EventStream

SummaryT = TypeVar("SummaryT", RunSummary, RunSummary | None, covariant=True)


class Run(Generic[SummaryT]):
    """A prompt that is under way: iterate over it for its events, await it for its summary, or both.

    Leaving the loop early does not abort; the library then takes the rest, as it does where only the summary is awaited.
    Cancelling a task that iterates or awaits cancels the run. Iterating or awaiting raises MyelinError if the prompt was
    refused, cancelled or lost; how a run ended is no error but the summary's `end_reason`.
    """

    def __init__(self, call: PromptCall, stream: EventStream) -> None:
        self._call = call
        self._stream: EventStream | None = stream

    @property
    def prompt_id(self) -> str:
        """The id under which the server knows this prompt."""
        return self._call.prompt_id

    @property
    def summary(self) -> RunSummary | None:
        """The summary if the run is over, else None."""
        return self._result.summary if self._result else None

    @property
    def queued(self) -> str | None:
        """The item in the queue, if the live run ended without taking this prompt."""
        return self._result.queued if self._result else None

    def __aiter__(self) -> AsyncIterator[SessionEvent]:
        """For one loop: a second one raises RuntimeError, and one that begins too late MyelinError (`EVENTS_MISSED`).

        Too late: its summary was awaited or other streams were read, and more events came than are kept meanwhile.
        """
        stream, self._stream = self._stream, None
        if stream is None:
            raise RuntimeError("the events of a run can be iterated once; session.events() can be opened as often as wanted")
        if stream.has_lost:
            raise MyelinError(
                "EVENTS_MISSED",
                "more events came than are kept for a run that nobody loops over; begin the loop before",
            )
        stream.is_started = True
        return _RunEvents(self._call, stream)

    def __await__(self) -> Generator[Any, None, SummaryT]:
        if self._stream is not None:
            self._stream.release()
        return _summary_of(self._call).__await__()

    @property
    def _result(self) -> PromptResult | None:
        answer = self._call.answer
        return answer.result() if answer.done() and answer.exception() is None else None


class _RunEvents(AsyncIterator[SessionEvent]):
    def __init__(self, call: PromptCall, stream: EventStream) -> None:
        self._call = call
        self._stream = stream
        self._task = asyncio.current_task()

    async def __anext__(self) -> SessionEvent:
        try:
            return await self._stream.__anext__()
        except asyncio.CancelledError:
            self._call.cancel()
            raise

    def __del__(self) -> None:
        """A task that is cancelled inside its loop leaves it here; any other way out of the loop aborts nothing."""
        try:
            task = asyncio.current_task()
        except RuntimeError:
            return
        if task is not None and task is self._task and task.cancelling():
            self._call.cancel()


async def _summary_of(call: PromptCall) -> Any:
    """Holds no more of the run than its call, so that events which only the run held are given up."""
    try:
        result = await asyncio.shield(call.answer)
    except asyncio.CancelledError:
        call.cancel()
        raise
    return result.summary
