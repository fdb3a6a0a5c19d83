"""A prompt and what came of it: its events, then its summary."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Generator, Sequence
from typing import Any, Generic, TypeVar

from ._connection import Call, Connection
from ._errors import MyelinError
from ._generated.protocol import AgentEnd, Gap, PromptParams, PromptResult, RunSummary, SessionEvent
from ._registrations import Registrations
from ._stream import EventStream

SummaryT = TypeVar("SummaryT", RunSummary, RunSummary | None, covariant=True)


class PromptCall:
    """The library's own side of a prompt. It lives until the server answered, whether or not a program looks."""

    def __init__(self, connection: Connection, params: PromptParams, registrations: Registrations) -> None:
        self.prompt_id = params.prompt_id
        self.answer: asyncio.Future[PromptResult] = asyncio.get_running_loop().create_future()
        self._connection = connection
        self._params = params
        self._stream: weakref.ref[EventStream] | None = None
        self._live = False
        self._call: Call[PromptResult] | None = None
        self._registering: asyncio.Task[None] | None = None
        if registrations.are_settled():
            self._send()
        else:
            self._registering = asyncio.create_task(registrations.settle())
            self._registering.add_done_callback(self._registered)

    def open_stream(self) -> EventStream:
        """The events of the run. They are kept only as long as somebody holds the stream."""
        stream = EventStream()
        self._stream = weakref.ref(stream)
        return stream

    def cancel(self) -> None:
        """Tells the server that nobody wants the run; nothing happens once it answered."""
        if self.answer.done():
            return
        if self._registering is not None:
            self._registering.cancel()
        if self._call is not None:
            self._connection.cancel(self._call)
        self._fail(MyelinError("CANCELLED", f"the prompt {self.prompt_id} was cancelled"))

    def take(self, event: SessionEvent, prompt_ids: Sequence[str]) -> None:
        """Sees every event of the session and keeps those of this run: from where the prompt is taken to its end."""
        if self.prompt_id in prompt_ids or (isinstance(event, Gap) and self.prompt_id in (event.state.prompt_ids or ())):
            self._live = True
        if not self._live:
            return
        if stream := self._held_stream():
            stream.put(event)
        if isinstance(event, AgentEnd) and not event.will_retry:
            self._live = False

    def _registered(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            self.cancel()
        elif error := task.exception():
            self._fail(error)
        else:
            self._send()

    def _send(self) -> None:
        self._call = self._connection.begin("session/prompt", self._params.to_wire(), PromptResult.from_wire)
        self._call.answer.add_done_callback(self._answered)

    def _answered(self, answer: asyncio.Future[PromptResult]) -> None:
        if answer.cancelled() or self.answer.done():
            return
        if error := answer.exception():
            self._fail(error)
            return
        self.answer.set_result(answer.result())
        if stream := self._held_stream():
            stream.end()

    def _fail(self, error: BaseException) -> None:
        if stream := self._held_stream():
            stream.end(error)
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()

    def _held_stream(self) -> EventStream | None:
        return None if self._stream is None else self._stream()


class Run(Generic[SummaryT]):
    """A prompt that is under way: iterate over it for its events, await it for its summary, or both.

    Leaving the loop early does not abort; the library then takes the rest. Cancelling a task that iterates or awaits
    cancels the run. Iterating or awaiting raises MyelinError if the prompt was refused, cancelled or lost; how a run
    ended is no error but the summary's `end_reason`.
    """

    def __init__(self, call: PromptCall) -> None:
        self._call = call
        self._stream: EventStream | None = call.open_stream()

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
        stream, self._stream = self._stream, None
        if stream is None:
            raise RuntimeError("the events of a run can be iterated once; session.events() can be opened as often as wanted")
        return _RunEvents(self._call, stream)

    def __await__(self) -> Generator[Any, None, SummaryT]:
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
    try:
        result = await asyncio.shield(call.answer)
    except asyncio.CancelledError:
        call.cancel()
        raise
    return result.summary
