"""How a program interferes: it vetoes tool calls and rewrites what a model is shown."""

from __future__ import annotations

import inspect
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from ._connection import logger
from ._errors import MyelinError
from ._generated.protocol import ContextPatch, ContextPayload, HookCallParams, HookPoint, ToolCallInfo
from ._json import JsonDict
from ._points import Block, read_payload, wire_answer


@dataclass(frozen=True, slots=True)
class HookContext:
    """Where a hook is called: what it gets if it takes a second argument."""

    session_id: str


Payload = TypeVar("Payload")
Answer = TypeVar("Answer")

Hook: TypeAlias = (
    Callable[[Payload], Awaitable[Answer | None] | Answer | None]
    | Callable[[Payload, HookContext], Awaitable[Answer | None] | Answer | None]
)
"""A function at a point. Nothing is always an answer: a guard then allows, a transform changes nothing.

It is cancelled when its answer is no longer wanted. An exception is its failure: a guard then denies.
"""

Registering: TypeAlias = Callable[[Hook[Payload, Answer]], Hook[Payload, Answer]]
"""A decorator of a function at a point."""

OnFailure: TypeAlias = Literal["deny", "allow"] | None
"""What a veto that fails means; it denies if absent."""

Guard: TypeAlias = Hook[ToolCallInfo, Block]
"""Judges a tool call: nothing allows it, a Block denies it. So does an exception, unless `on_failure` is `allow`."""

ContextHook: TypeAlias = Hook[ContextPayload, ContextPatch]
"""Sees all messages that a model is about to be shown, and answers a patch, or nothing."""

GuardT = TypeVar("GuardT", bound=Guard)
ContextHookT = TypeVar("ContextHookT", bound=ContextHook)

_MAX_ID_LENGTH = 64
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class _Hook:
    point: HookPoint
    function: Callable[..., Any]
    takes_context: bool

    async def run(self, payload: object, session_id: str) -> object:
        answer = self.function(payload, HookContext(session_id)) if self.takes_context else self.function(payload)
        return await answer if inspect.isawaitable(answer) else answer


class HookTable:
    """All hooks of a connection, by their scope (a session's id, or None for all) and the id that the server uses."""

    def __init__(self, whole_messages: Callable[[str, Sequence[str], Sequence[JsonDict]], list[JsonDict]]) -> None:
        """`whole_messages` knows a session's messages by id, given the bodies of those that were not sent before."""
        self._whole_messages = whole_messages
        self._hooks: dict[tuple[str | None, str], _Hook] = {}

    def add(self, point: HookPoint, function: Callable[..., Any], hook_id: str | None, session_id: str | None) -> str:
        """Keeps a hook and gives its id: the one that was asked for, or one of its own made of the function's name."""
        if hook_id is None:
            hook_id = self._free_id(getattr(function, "__name__", point))
        self._hooks[session_id, hook_id] = _Hook(point, function, _takes_two(function))
        return hook_id

    def ids_of(self, function: Callable[..., Any], session_id: str | None) -> list[str]:
        """The ids that a function has in one scope."""
        return [key[1] for key, hook in self._hooks.items() if key[0] == session_id and hook.function is function]

    def remove(self, hook_id: str, session_id: str | None) -> None:
        """Forgets a hook, which the server no longer calls."""
        self._hooks.pop((session_id, hook_id), None)

    def drop_session(self, session_id: str) -> None:
        """Forgets all that was registered for a session that is closed."""
        self._hooks = {key: hook for key, hook in self._hooks.items() if key[0] != session_id}

    async def call(self, params: JsonDict) -> object:
        """Answers `hook/call`. Raises HOOK_FAILED whenever the hook did not answer by its own rule."""
        call = HookCallParams.from_wire(params)
        hook = self._hooks.get((call.session_id, call.hook_id)) or self._hooks.get((None, call.hook_id))
        if hook is None:
            raise MyelinError("HOOK_FAILED", f"this client has no hook {call.hook_id!r}")
        try:
            payload = read_payload(hook.point, self._whole_payload(call))
            return wire_answer(hook.point, await hook.run(payload, call.session_id))
        except Exception as error:
            logger.warning("the hook %r failed", call.hook_id, exc_info=error)
            raise MyelinError("HOOK_FAILED", f"{call.hook_id}: {type(error).__name__}: {error}") from error

    def _whole_payload(self, call: HookCallParams) -> JsonDict:
        """Messages that the server named only are put in."""
        payload = dict(call.payload)
        if "messageIds" in payload:
            payload["messages"] = self._whole_messages(call.session_id, payload["messageIds"], payload["messages"])
        return payload

    def _free_id(self, name: str) -> str:
        taken = {hook_id for _, hook_id in self._hooks}
        candidate, number = name[:_MAX_ID_LENGTH], 1
        while candidate in taken:
            number += 1
            candidate = f"{name[: _MAX_ID_LENGTH - 8]}-{number}"
        return candidate


def _takes_two(function: Callable[..., Any]) -> bool:
    """Whether a second argument must be given: one that has a default is the function's own."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return False
    return len([one for one in parameters if one.kind in _POSITIONAL and one.default is one.empty]) > 1


def whole_ms(timeout_ms: float | None) -> Any:
    """A limit as it travels: in whole milliseconds, none as 0. What is no number goes as it is, to be refused."""
    if timeout_ms == math.inf:
        return 0
    if isinstance(timeout_ms, float) and timeout_ms > 0:
        return math.ceil(timeout_ms)
    return timeout_ms
