"""A session for programs without an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, Unpack, overload

from ._generated.protocol import RunSummary, SessionEvent, WhenBusy
from ._loop_thread import LoopThread
from ._run import Run, RunEvents, SummaryT
from ._session import Session, Terms
from ._session_queue import Input
from ._stream import EventStream
from ._sync_scope import SyncScope, blocking


class SyncEvents(Iterator[SessionEvent]):
    """The events of a session or a run, one after the other. Interrupting the wait for one (Ctrl-C) cancels a run."""

    def __init__(self, events: EventStream | RunEvents, thread: LoopThread) -> None:
        self._events = events
        self._thread = thread

    def close(self) -> None:
        """Takes no more events: the session waits for them no longer. Leaving the loop and letting go of them does as much.

        Once the client is closed nothing is taken any more, and this means nothing.
        """
        if self._thread.is_open:
            self._thread.call(self._events.close)

    def __next__(self) -> SessionEvent:
        event = self._thread.wait(_next_of(self._events))
        if event is None:
            raise StopIteration
        return event


class SyncRun(Generic[SummaryT]):
    """A prompt that is under way: loop over it for its events, ask for its `result`, or both."""

    def __init__(self, run: Run[SummaryT], thread: LoopThread) -> None:
        self._run: Run[SummaryT] = run
        self._thread = thread

    @property
    def prompt_id(self) -> str:
        """The id under which the server knows this prompt."""
        return self._run.prompt_id

    @property
    def summary(self) -> RunSummary | None:
        """The summary if the run is over, else None."""
        return self._run.summary

    @property
    def queued(self) -> str | None:
        """The item in the queue, if the live run ended without taking this prompt."""
        return self._run.queued

    def __iter__(self) -> SyncEvents:
        """For one loop, begun in time, as that of `Run`. Leaving it does not abort the run."""
        return SyncEvents(self._thread.call(lambda: aiter(self._run)), self._thread)

    def result(self) -> SummaryT:
        """Waits for the summary. Raises MyelinError if the prompt was refused, cancelled or lost."""
        return self._thread.wait(_summary_of(self._run))


class SyncSession(SyncScope):
    """A `Session` whose methods wait until they are done."""

    inner: Session

    def __init__(self, session: Session, thread: LoopThread) -> None:
        super().__init__(session, thread)

    @property
    def id(self) -> str:
        """The session's id at the server."""
        return self.inner.id

    @property
    def findings(self) -> Sequence[str]:
        """What a person should know of a session that was opened, as it was found."""
        return self.inner.findings

    @property
    def seq(self) -> int:
        """The number of the newest event that came."""
        return self.inner.seq

    @overload
    def prompt(
        self, text: Input, *, when_busy: Literal["reject"] | None = None, **terms: Unpack[Terms]
    ) -> SyncRun[RunSummary]: ...
    @overload
    def prompt(self, text: Input, *, when_busy: WhenBusy, **terms: Unpack[Terms]) -> SyncRun[RunSummary | None]: ...
    def prompt(self, text: Input, *, when_busy: WhenBusy | None = None, **terms: Unpack[Terms]) -> SyncRun[Any]:
        """Sends a prompt and gives its run, as `Session.prompt` does."""
        prompt: Callable[..., Run[Any]] = self.inner.prompt
        return SyncRun(self.thread.call(lambda: prompt(text, when_busy=when_busy, **terms)), self.thread)

    def events(self, *, after_seq: int | None = None) -> SyncEvents:
        """All that the session says from now on, or after a number, as `Session.events` does."""
        return SyncEvents(self.thread.call(lambda: self.inner.events(after_seq=after_seq)), self.thread)

    def args(self, tool_call_id: str) -> Mapping[str, Any] | None:
        """The arguments of a tool call: the final ones once they are known."""
        return self.inner.args(tool_call_id)

    abort = blocking(Session.abort)
    attach = blocking(Session.attach)
    clear_queue = blocking(Session.clear_queue)
    close = blocking(Session.close)
    commands = blocking(Session.commands)
    compact = blocking(Session.compact)
    detach = blocking(Session.detach)
    entries = blocking(Session.entries)
    follow_up = blocking(Session.follow_up)
    fork = blocking(Session.fork)
    label = blocking(Session.label)
    navigate = blocking(Session.navigate)
    queue = blocking(Session.queue)
    rename = blocking(Session.rename)
    run_command = blocking(Session.run_command)
    set_goal = blocking(Session.set_goal)
    set_model = blocking(Session.set_model)
    set_thinking_level = blocking(Session.set_thinking_level)
    set_tools = blocking(Session.set_tools)
    state = blocking(Session.state)
    steer = blocking(Session.steer)
    tools = blocking(Session.tools)
    unqueue = blocking(Session.unqueue)


async def _next_of(events: EventStream | RunEvents) -> SessionEvent | None:
    return await anext(events, None)


async def _summary_of(run: Run[SummaryT]) -> SummaryT:
    return await run
