"""What a transcript's program was asked, and the runs that it began."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from transcript_values import Json

from myelin import Run, SessionEvent, ToolContext


@dataclass


class Question:
    """One call of a hook or tool, which waits until a line says what it does."""

    payload: Json
    context: ToolContext | None = None
    answer: asyncio.Future[Json] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    aborted: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass


class Asked:
    """A hook or tool that was registered, and the calls of it."""

    function: Callable[..., Any] | None = None
    questions: asyncio.Queue[Question] = field(default_factory=asyncio.Queue[Question])
    current: Question | None = None

    async def ask(self, question: Question) -> Json:
        self.questions.put_nowait(question)
        try:
            answer = await question.answer
        except asyncio.CancelledError:
            question.aborted.set()
            raise
        finally:
            question.over.set()
        if "throw" in answer:
            raise RuntimeError(answer["throw"])
        return answer


@dataclass


class Prompted:
    """A run, the loop over its events, and a task that awaits it: cancelling the run is cancelling that task."""

    run: Run[Any]
    waiting: asyncio.Task[Any]
    loop: AsyncIterator[SessionEvent] | None = None
    is_left: bool = False

    @property
    def events(self) -> AsyncIterator[SessionEvent]:
        """The loop, which begins when it is looked at."""
        assert not self.is_left, "the loop was left"
        if self.loop is None:
            self.loop = aiter(self.run)
        return self.loop
