"""Where hooks are in force: one session, or all of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar, overload

from ._generated.protocol import (
    CompactionPayload,
    CompactionSummary,
    CompactPayload,
    ContextPatch,
    ContextPayload,
    Empty,
    ForkPayload,
    HookPoint,
    HookSpec,
    HooksRegisterParams,
    InputPayload,
    ModelRequestPatch,
    ModelRequestPayload,
    NavigatePayload,
    NewMessage,
    SessionEvent,
    SystemPromptPayload,
    ToolCallInfo,
    ToolResultPatch,
    ToolResultPayload,
)
from ._hooks import ContextHookT, GuardT, Hook, whole_ms
from ._peer import Peer
from ._points import Block
from ._registrations import Registrations

OnFailure: TypeAlias = Literal["deny", "allow"] | None
Payload = TypeVar("Payload")
Answer = TypeVar("Answer")
Registering: TypeAlias = Callable[[Hook[Payload, Answer]], Hook[Payload, Answer]]


class HookScope:
    """Decorators that register hooks. They give back the function as it was."""

    _peer: Peer
    _registrations: Registrations
    _scope: str | None

    @overload
    def on(
        self,
        point: Literal["tool_call"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: OnFailure = None,
    ) -> Registering[ToolCallInfo, Block]: ...
    @overload
    def on(
        self,
        point: Literal["session_before_navigate"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: OnFailure = None,
    ) -> Registering[NavigatePayload, Block]: ...
    @overload
    def on(
        self,
        point: Literal["session_before_fork"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: OnFailure = None,
    ) -> Registering[ForkPayload, Block]: ...
    @overload
    def on(
        self,
        point: Literal["session_before_compact"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: OnFailure = None,
    ) -> Registering[CompactPayload, Block]: ...
    @overload
    def on(
        self,
        point: Literal["session_before_delete"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: OnFailure = None,
    ) -> Registering[Empty, Block]: ...
    @overload
    def on(
        self,
        point: Literal["compaction"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[CompactionPayload, CompactionSummary]: ...
    @overload
    def on(
        self,
        point: Literal["input"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[InputPayload, list[NewMessage]]: ...
    @overload
    def on(
        self,
        point: Literal["tool_args"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[ToolCallInfo, Mapping[str, Any]]: ...
    @overload
    def on(
        self,
        point: Literal["tool_result"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[ToolResultPayload, ToolResultPatch]: ...
    @overload
    def on(
        self,
        point: Literal["system_prompt"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[SystemPromptPayload, str]: ...
    @overload
    def on(
        self,
        point: Literal["context"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[ContextPayload, ContextPatch]: ...
    @overload
    def on(
        self,
        point: Literal["model_request"],
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Registering[ModelRequestPayload, ModelRequestPatch]: ...
    @overload
    def on(
        self, point: HookPoint, /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[SessionEvent, object]: ...
    def on(self, point: HookPoint, /, *, hook_id: str | None = None, **terms: Any) -> Callable[[Any], Any]:
        """Registers a hook at any point: `@session.on("tool_result")`.

        At a veto (`tool_call`, `session_before_…`) it returns a `Block` to deny; at a transform what is to change
        (`tool_args` the new arguments, `system_prompt` the new text, else a patch); everywhere else it only looks on and
        is given the event. Returning nothing changes nothing. It takes up to `timeout_ms`, 0 or infinity for no limit. A veto that fails
        denies, unless `on_failure` is `"allow"`; a transform that fails is skipped, unless it is `required`. `hook_id`
        names it in decisions and reports; the function's name if absent. A second argument gets a `HookContext`.
        """
        return lambda function: self._register_hook(point, function, hook_id, **terms)

    @overload
    def on_tool_call(self, guard: GuardT, /) -> GuardT: ...
    @overload
    def on_tool_call(
        self,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: Literal["deny", "allow"] | None = None,
    ) -> Callable[[GuardT], GuardT]: ...
    def on_tool_call(
        self,
        guard: Any = None,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        on_failure: Literal["deny", "allow"] | None = None,
    ) -> Any:
        """Registers a guard. It is asked before each tool call; `call.args` are final.

        Returning nothing allows, a `Block` denies. A guard that raises, takes longer than `timeout_ms` (5000 by
        default) or answers anything else denies too, unless `on_failure` is `"allow"`. `hook_id` names it in decisions;
        the function's name if absent. A guard that takes a second argument gets a `HookContext`.
        """

        def register(function: Any) -> Any:
            return self._register_hook("tool_call", function, hook_id, timeout_ms=timeout_ms, on_failure=on_failure)

        return register if guard is None else register(guard)

    @overload
    def on_context(self, hook: ContextHookT, /) -> ContextHookT: ...
    @overload
    def on_context(
        self,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Callable[[ContextHookT], ContextHookT]: ...
    def on_context(
        self,
        hook: Any = None,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: float | None = None,
        required: bool | None = None,
    ) -> Any:
        """Registers a hook that sees the messages of each request to a model, and may answer a `ContextPatch`.

        One that fails is skipped and reported as `plugin_error`; if it is `required`, its failure ends the run.
        """

        def register(function: Any) -> Any:
            return self._register_hook("context", function, hook_id, timeout_ms=timeout_ms, required=required)

        return register if hook is None else register(hook)

    async def remove_hook(self, function: Callable[..., Any]) -> None:
        """Takes back a hook that was registered here, and forgets it if it was refused."""
        for hook_id in self._peer.hooks.ids_of(function, self._scope):
            await self._registrations.withdraw("hooks", hook_id)
            self._peer.hooks.remove(hook_id, self._scope)

    def _register_hook(
        self, point: HookPoint, function: Any, hook_id: str | None, timeout_ms: float | None = None, **terms: Any
    ) -> Any:
        self._peer.connection.own_loop.check()
        hook_id = self._peer.hooks.add(point, function, hook_id, self._scope)
        spec = HookSpec(hook_id=hook_id, point=point, timeout_ms=whole_ms(timeout_ms), **terms)
        params = HooksRegisterParams(hooks=(spec,), session_id=self._scope)
        self._registrations.begin("hooks", hook_id, params.to_wire())
        return function
