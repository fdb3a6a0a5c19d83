"""Where hooks and tools are in force: one session, or all of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, overload

from ._generated.protocol import HookPoint, HookSpec, HooksRegisterParams, ToolsRegisterParams
from ._hooks import ContextHook, ContextHookT, Guard, GuardT
from ._peer import Peer
from ._registrations import Registrations
from ._tools import Tool, ToolFunction, ToolFunctionT


class Scope:
    """Decorators that register hooks and tools. They give back the function as it was.

    Registering is asynchronous: the next prompt waits for it, and raises if the server refused it (`HOOK_REJECTED`),
    again and again until what was refused is removed.
    """

    def __init__(self, peer: Peer, registrations: Registrations, session_id: str | None) -> None:
        self._peer = peer
        self._registrations = registrations
        self._scope = session_id

    @overload
    def on_tool_call(self, guard: GuardT, /) -> GuardT: ...
    @overload
    def on_tool_call(
        self,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: int | None = None,
        on_failure: Literal["deny", "allow"] | None = None,
    ) -> Callable[[GuardT], GuardT]: ...
    def on_tool_call(
        self,
        guard: Any = None,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: int | None = None,
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
        timeout_ms: int | None = None,
        required: bool | None = None,
    ) -> Callable[[ContextHookT], ContextHookT]: ...
    def on_context(
        self,
        hook: Any = None,
        /,
        *,
        hook_id: str | None = None,
        timeout_ms: int | None = None,
        required: bool | None = None,
    ) -> Any:
        """Registers a hook that sees the messages of each request to a model, and may answer a `ContextPatch`.

        One that fails is skipped and reported as `plugin_error`; if it is `required`, its failure ends the run.
        """

        def register(function: Any) -> Any:
            return self._register_hook("context", function, hook_id, timeout_ms=timeout_ms, required=required)

        return register if hook is None else register(hook)

    @overload
    def tool(self, function: ToolFunctionT, /) -> ToolFunctionT: ...
    @overload
    def tool(
        self,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Callable[[ToolFunctionT], ToolFunctionT]: ...
    def tool(
        self,
        function: Any = None,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Any:
        """Offers a function as a tool. It returns a str or a ToolResult; what it raises is told to the model.

        Without `parameters` (a JSON Schema of an object) the arguments are read from the type hints, and without
        `description` it is the first paragraph of the docstring. A parameter hinted as `ToolContext` gets that.
        """

        def register(function: Any) -> Any:
            tool = Tool.describe(function, name=name, description=description, parameters=parameters)
            self._peer.tools.add(tool, self._scope)
            params = ToolsRegisterParams(tools=(tool.offer,), session_id=self._scope)
            self._registrations.begin("tools", tool.offer.name, params.to_wire())
            return function

        return register if function is None else register(function)

    async def remove_hook(self, function: Guard | ContextHook) -> None:
        """Takes back a hook that was registered here, and forgets it if it was refused."""
        for hook_id in self._peer.hooks.ids_of(function, self._scope):
            await self._registrations.withdraw("hooks", hook_id)
            self._peer.hooks.remove(hook_id, self._scope)

    async def remove_tool(self, function: ToolFunction) -> None:
        """Takes back a tool that was registered here, and forgets it if it was refused."""
        for name in self._peer.tools.names_of(function, self._scope):
            await self._registrations.withdraw("tools", name)
            self._peer.tools.remove(name, self._scope)

    def _register_hook(self, point: HookPoint, function: Any, hook_id: str | None, **terms: Any) -> Any:
        hook_id = self._peer.hooks.add(point, function, hook_id, self._scope)
        spec = HookSpec(hook_id=hook_id, point=point, **terms)
        params = HooksRegisterParams(hooks=(spec,), session_id=self._scope)
        self._registrations.begin("hooks", hook_id, params.to_wire())
        return function
