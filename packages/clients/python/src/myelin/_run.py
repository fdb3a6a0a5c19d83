"""A prompt and what came of it: its events, then its summary."""

from __future__ import annotations

import asyncio
import weakref
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

    def __aiter__(self) -> RunEvents:
        """For one loop, begun in time: a second one raises MyelinError (`EVENTS_MISSED`), and so does one that begins too late.

        Too late: its summary was awaited or other streams were read, and more events came than are kept meanwhile.
        """
        self._call.own_loop.check()
        stream, self._stream = self._stream, None
        if stream is None:
            raise MyelinError(
                "EVENTS_MISSED",
                "another loop took the events of this run; loop over them once, or open session.events() beside it",
            )
        if stream.has_lost:
            raise MyelinError(
                "EVENTS_MISSED",
                "more events came than are kept for a run that nobody loops over; begin the loop before",
            )
        stream.is_started = True
        return RunEvents(self._call, stream)

    def __await__(self) -> Generator[Any, None, SummaryT]:
        self._call.own_loop.check()
        if self._stream is not None:
            self._stream.release()
        return _summary_of(self._call).__await__()

    @property
    def _result(self) -> PromptResult | None:
        answer = self._call.answer
        return answer.result() if answer.done() and answer.exception() is None else None


class RunEvents(AsyncIterator[SessionEvent]):
    """The events of a run, for one loop. Leaving the loop and letting go of them ends it; `close` does as much at once.

    A task that is cancelled in its loop cancels the run, whoever else holds these; any other way out aborts nothing.
    """

    def __init__(self, call: PromptCall, stream: EventStream) -> None:
        self._call = call
        self._stream = stream
        self._consumer: weakref.ref[asyncio.Task[Any]] | None = None
        self._follow()

    @property
    def seq(self) -> int | None:
        """The number of the event that was taken last: what `events(after_seq=…)` goes on from."""
        return self._stream.seq

    def close(self) -> None:
        """Takes no more events, and drops those that wait: the session waits for this loop no longer. The run goes on."""
        self._stream.close()
        self._consumer = None

    async def aclose(self) -> None:
        """The same, for `contextlib.aclosing`."""
        self.close()

    async def __anext__(self) -> SessionEvent:
        self._call.own_loop.check()
        self._follow()
        if (event := self._stream.take()) is not None:
            return event
        try:
            return await self._stream.__anext__()
        except asyncio.CancelledError:
            self._call.cancel()
            raise

    def _follow(self) -> None:
        """Holds no more of the task than a weak reference, since its result may be these events."""
        task = asyncio.current_task()
        if task is None or (self._consumer is not None and self._consumer() is task):
            return
        self._consumer = weakref.ref(task)
        held = weakref.ref(self)

        def ended(consumer: asyncio.Task[Any]) -> None:
            events = held()
            if events is not None and consumer.cancelled():
                events._give_up(consumer)

        task.add_done_callback(ended)

    def _give_up(self, task: asyncio.Task[Any]) -> None:
        if self._consumer is not None and self._consumer() is task:
            self._call.cancel()

    def __del__(self) -> None:
        """A task that is cancelled inside its loop leaves it here, unless something else holds these events."""
        try:
            task = asyncio.current_task()
        except RuntimeError:
            return
        if task is not None and task.cancelling():
            self._give_up(task)


async def _summary_of(call: PromptCall) -> Any:
    """Holds no more of the run than its call, so that events which only the run held are given up."""
    try:
        result = await asyncio.shield(call.answer)
    except asyncio.CancelledError:
        call.cancel()
        raise
    return result.summary
