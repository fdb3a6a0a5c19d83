"""Where hooks are in force: one session, or all of a client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

from ._generated.on_point import OnPoint
from ._generated.protocol import HookPoint, HookSpec, HooksRegisterParams
from ._hooks import ContextHookT, GuardT, whole_ms
from ._peer import Peer
from ._registrations import Registrations


class HookScope(OnPoint):
    """Decorators that register hooks. They give back the function as it was."""

    _peer: Peer
    _registrations: Registrations
    _scope: str | None

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
