"""One conversation: prompts, steering, and all that it says."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, overload

from ._feed import SessionFeed
from ._generated.protocol import (
    AbortParams,
    AbortResult,
    ClientTool,
    ContentBlock,
    ModelRef,
    PromptParams,
    RunSummary,
    SessionParams,
    SessionResult,
    SessionState,
    SetModelParams,
    SteerParams,
    SteerResult,
    ToolList,
    WhenBusy,
)
from ._json import JsonDict
from ._peer import Peer
from ._registrations import Registrations
from ._run import PromptCall, Run
from ._scope import Scope
from ._stream import EventStream

Input: TypeAlias = str | Sequence[ContentBlock]
"""What a person says: a text, or blocks."""


class Session(Scope):
    """A session of a server, made by `Myelin.create_session`. Its methods raise MyelinError."""

    def __init__(self, session_id: str, peer: Peer, feed: SessionFeed) -> None:
        super().__init__(peer, Registrations(peer.connection, peer.registrations), session_id)
        self._id = session_id
        self._connection = peer.connection
        self._feed = feed

    @property
    def id(self) -> str:
        """The session's id at the server."""
        return self._id

    @overload
    def prompt(self, text: Input, *, when_busy: Literal["reject"] | None = None) -> Run[RunSummary]: ...
    @overload
    def prompt(self, text: Input, *, when_busy: WhenBusy) -> Run[RunSummary | None]: ...
    def prompt(self, text: Input, *, when_busy: WhenBusy | None = None) -> Run[Any]:
        """Sends a prompt and gives its run: iterate over it for its events, await it for its summary.

        Hooks and tools that were registered before are in force: the prompt waits for them, and the run raises
        `HOOK_REJECTED` if the server refused one. While a run is live the prompt is refused with `SESSION_BUSY`, unless
        `when_busy` says that it joins that run; if the run ends without taking it, the summary is None.
        """
        params = PromptParams(
            session_id=self._id, prompt_id=uuid.uuid4().hex, when_busy=when_busy, **_text_or_content(text)
        )
        call = PromptCall(self._connection, params, self._registrations)
        self._feed.watch(call)
        return Run(call)

    async def steer(self, text: Input) -> str:
        """Says something to the live run, taken after the next tool or turn. Gives the id that the message will have."""
        return await self._queue("session/steer", text)

    async def follow_up(self, text: Input) -> str:
        """Says something that is taken when the run would stop. Gives the id that the message will have."""
        return await self._queue("session/followUp", text)

    async def abort(self, reason: str | None = None) -> AbortResult:
        """Ends the live run, and says what was stopped, what did not stop in time, and what still waits."""
        params = AbortParams(session_id=self._id, reason=reason)
        return await self._connection.request("session/abort", params.to_wire(), AbortResult.from_wire)

    async def set_model(self, model: ModelRef) -> None:
        """Changes the model, from the next model call on."""
        params = SetModelParams(session_id=self._id, model=model)
        await self._connection.request("session/setModel", params.to_wire(), lambda _: None)

    async def state(self) -> SessionState:
        """Where the session stands, without its history."""
        result = await self._connection.request("session/state", self._named, SessionResult.from_wire)
        return result.state

    async def tools(self) -> tuple[ClientTool, ...]:
        """The tools that the session offers to its model."""
        result = await self._connection.request("tools/list", self._named, ToolList.from_wire)
        return result.tools

    async def close(self) -> None:
        """Aborts what runs and ends the session; its streams end."""
        await self._connection.request("session/close", self._named, lambda _: self._peer.drop_session(self._id))

    def events(self) -> EventStream:
        """All that the session says from now on, whether a run of ours is live or not.

        It ends with the session or the client, and raises MyelinError if the server is lost. What is not taken waits.
        """
        return self._feed.open_stream()

    def args(self, tool_call_id: str) -> Mapping[str, Any] | None:
        """The arguments of a tool call: the final ones once they are known, None for a call that has not started.

        The events of a call after its start do not repeat them.
        """
        return self._feed.args(tool_call_id)

    async def _queue(self, method: str, text: Input) -> str:
        params = SteerParams(session_id=self._id, **_text_or_content(text))
        result = await self._connection.request(method, params.to_wire(), SteerResult.from_wire)
        return result.item_id

    @property
    def _named(self) -> JsonDict:
        return SessionParams(session_id=self._id).to_wire()


def _text_or_content(said: Input) -> dict[str, Any]:
    return {"text": said} if isinstance(said, str) else {"content": tuple(said)}
