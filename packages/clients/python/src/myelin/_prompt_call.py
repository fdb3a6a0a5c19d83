"""The library's own side of a prompt."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Sequence

from ._call import Call
from ._connection import Connection
from ._errors import LinkLostError, MyelinError
from ._generated.protocol import AgentEnd, Gap, PromptResult, SessionEvent
from ._registrations import Registrations
from ._stream import EventStream
from ._wire import JsonObject


class PromptCall:
    """A prompt until the server has answered it, whether or not a program looks."""

    def __init__(self, connection: Connection, params: JsonObject, registrations: Registrations) -> None:
        self.own_loop = connection.own_loop
        self.own_loop.check()
        self.prompt_id: str = params["promptId"]
        self.answer: asyncio.Future[PromptResult] = asyncio.get_running_loop().create_future()
        self.is_lost = False
        """Whether the link went away under it: the server may run it, and has nobody to answer."""
        self._connection = connection
        self._params = params
        self._registrations = registrations
        self._stream: weakref.ref[EventStream] | None = None
        self._live = False
        self._call: Call[PromptResult] | None = None
        self._registering: asyncio.Task[None] | None = None
        if registrations.are_settled():
            self._send()
        else:
            self._registering = asyncio.create_task(registrations.settle())
            self._registering.add_done_callback(self._registered)

    def fill(self, stream: EventStream) -> None:
        """Puts the events of the run into a stream, for as long as somebody holds it."""
        self._stream = weakref.ref(stream)

    def cancel(self) -> None:
        """Tells the server that nobody wants the run; nothing happens once it answered."""
        if self.answer.done():
            return
        if self._registering is not None:
            self._registering.cancel()
        if self._call is not None:
            self._connection.cancel(self._call)
        self._fail(MyelinError("CANCELLED", f"the prompt {self.prompt_id} was cancelled"))

    def take(self, seq: int, event: SessionEvent, prompt_ids: Sequence[str], size: int) -> None:
        """Sees every event of the session and keeps those of this run: from where the prompt is taken to its end."""
        if self.prompt_id in prompt_ids or (isinstance(event, Gap) and self.prompt_id in (event.state.prompt_ids or ())):
            self._live = True
        if not self._live:
            return
        if stream := self._held_stream():
            stream.put(seq, event, size)
        if isinstance(event, Gap):
            self._live = self.prompt_id in (event.state.prompt_ids or ())
        elif isinstance(event, AgentEnd):
            self._live = event.will_retry

    def send_again(self) -> None:
        """Asks anew over another link, under the same id: the server runs it once. What was cancelled meanwhile is told.

        Where a guard was refused on that link the prompt fails: nobody watches over it as was asked for.
        """
        if not self.is_lost:
            return
        self.is_lost = False
        if refusal := self._registrations.refusal():
            self._fail(refusal)
            return
        self._send(ahead=True)
        if self.answer.done() and self._call is not None:
            self._connection.cancel(self._call)

    def give_up(self, error: BaseException) -> None:
        """No link will come on which a lost prompt could be sent again."""
        if self.is_lost:
            self.is_lost = False
            self._fail(error)

    def _registered(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            self.cancel()
        elif error := task.exception():
            self._fail(error)
        else:
            self._send()

    def _send(self, *, ahead: bool = False) -> None:
        self._call = self._connection.begin("session/prompt", self._params, PromptResult.from_wire, ahead=ahead)
        self._call.answer.add_done_callback(self._answered)

    def _answered(self, answer: asyncio.Future[PromptResult]) -> None:
        if answer.cancelled():
            return
        error = answer.exception()
        if isinstance(error, LinkLostError):
            self.is_lost = True
        elif error is not None:
            self._fail(error)
        elif not self.answer.done():
            self._succeed(answer.result())

    def _succeed(self, result: PromptResult) -> None:
        self.answer.set_result(result)
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
