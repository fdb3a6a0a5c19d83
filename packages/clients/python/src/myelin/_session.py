"""One conversation: prompts, steering, and all that it says."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from ._generated.protocol import ModelRef, RunSummary, SessionResult, SessionState, ThinkingLevel, WhenBusy
from ._json import JsonDict
from ._peer import KnownSession, Peer
from ._prompt_call import PromptCall
from ._run import Run
from ._scope import Scope
from ._session_history import SessionHistory
from ._session_queue import Input, SessionQueue, text_or_content
from ._session_settings import SessionSettings
from ._stream import EventStream
from ._subscription import Wishes, subscription_terms


class Terms(TypedDict, total=False):
    """What holds for one run instead of what is set for the session."""

    model: ModelRef
    thinking_level: ThinkingLevel
    tools: Sequence[str]
    """The tools that the model is offered, by their names."""


class Session(Scope, SessionQueue, SessionSettings, SessionHistory):
    """A session of a server, made by `create_session` or `open_session`. Its methods raise MyelinError."""

    findings: Sequence[str]
    """What a person should know of a session that was opened, as it was found: cut, unreadable, unknown."""

    def __init__(self, known: KnownSession, peer: Peer, findings: Sequence[str] = ()) -> None:
        super().__init__(peer, known.registrations, known.id)
        self.findings = findings
        self._id = known.id
        self._connection = peer.connection
        self._subscription = known.subscription

    @property
    def id(self) -> str:
        """The session's id at the server."""
        return self._id

    @overload
    def prompt(
        self, text: Input, *, when_busy: Literal["reject"] | None = None, **terms: Unpack[Terms]
    ) -> Run[RunSummary]: ...
    @overload
    def prompt(self, text: Input, *, when_busy: WhenBusy, **terms: Unpack[Terms]) -> Run[RunSummary | None]: ...
    def prompt(self, text: Input, *, when_busy: WhenBusy | None = None, **terms: Unpack[Terms]) -> Run[Any]:
        """Sends a prompt and gives its run: iterate over it for its events, await it for its summary.

        Hooks and tools that were registered before are in force: the prompt waits for them, and the run raises
        `HOOK_REJECTED` if the server refused one. While a run is live the prompt is refused with `SESSION_BUSY`, unless
        `when_busy` says that it joins that run; if the run ends without taking it, the summary is None. `terms` hold for
        this run only.
        """
        asked = {"sessionId": self._id, "promptId": uuid.uuid4().hex, **text_or_content(text), **_wire_terms(terms)}
        if when_busy is not None:
            asked["whenBusy"] = when_busy
        call = PromptCall(self._connection, asked, self._registrations)
        return Run(call, self._subscription.feed.open_run(call))

    async def state(self) -> SessionState:
        """Where the session stands, without its history."""
        return (await self._ask("session/state", SessionResult.from_wire)).state

    def events(self, *, after_seq: int | None = None) -> EventStream:
        """All that the session says from now on, whether a run of ours is live or not.

        With `after_seq` all that it said after that number, sent again to this stream alone; what the server no longer
        has comes as a `Gap`. Of a message whose beginning this client never saw, `message` holds what came since, under an
        empty id, until its `MessageEnd` brings it whole. The stream ends behind a `SessionEnd`, whoever closes or deletes the session, or with the client, and raises MyelinError if the server is lost. What is not taken holds the session
        up, for as long as the stream is held and not closed.
        """
        return self._subscription.open_stream(after_seq)

    @property
    def seq(self) -> int:
        """The number of the newest event that came: what `events(after_seq=…)` goes on from."""
        return self._subscription.feed.newest

    def args(self, tool_call_id: str) -> Mapping[str, Any] | None:
        """The arguments of a tool call: the final ones once they are known, None for a call that has not started.

        The events of a call after its start do not repeat them.
        """
        return self._subscription.feed.args(tool_call_id)

    async def attach(self, *, after_seq: int | None = None, **wishes: Unpack[Wishes]) -> SessionState:
        """Subscribes anew: after that number, else from where the subscription is, else from now on.

        Wishes replace those of before; without any they stay.
        """
        if wishes:
            self._subscription.wish(subscription_terms(wishes))
        return (await self._subscription.attach(after_seq)).state

    async def detach(self) -> None:
        """Ends the subscription, and takes back the session's hooks and tools; its streams end. The session goes on."""
        await self._ask("session/detach", lambda _: self._peer.leave_session(self._id))

    async def close(self) -> None:
        """Aborts what runs and ends the session; its streams end."""
        await self._ask("session/close", lambda _: self._peer.drop_session(self._id))


def _wire_terms(terms: Terms) -> JsonDict:
    named: JsonDict = {}
    if "model" in terms:
        named["model"] = terms["model"].to_wire()
    if "thinking_level" in terms:
        named["thinkingLevel"] = terms["thinking_level"]
    if "tools" in terms:
        named["tools"] = list(terms["tools"])
    return named
