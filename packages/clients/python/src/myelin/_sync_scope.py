"""Hooks, tools and commands that are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from ._commands import CommandFunctionT
from ._generated.protocol import HookPoint
from ._hooks import ContextHookT, GuardT
from ._loop_thread import LoopThread
from ._scope import Scope
from ._tools import PreviewFunction, ToolFunctionT

Function = TypeVar("Function", bound=Callable[..., Any])
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def blocking(
    method: Callable[Concatenate[Any, Parameters], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[SyncScope, Parameters], Result]:
    """The same method, which waits until it is done."""

    @wraps(method)
    def wait(self: SyncScope, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return self.thread.wait(method(self.inner, *args, **kwargs))

    return wait


class SyncScope:
    """Decorators as those of `Scope`, for plain functions: each call runs in a thread of its own, and may use this library."""

    def __init__(self, inner: Scope, thread: LoopThread) -> None:
        self.inner = inner
        """The asynchronous side. It is to be used on its own loop alone."""
        self.thread = thread
        self._wrapped: dict[Callable[..., Any], Callable[..., Any]] = {}

    def on(self, point: HookPoint, /, **terms: Any) -> Callable[[Function], Function]:
        """Registers a hook at any point, as `Scope.on` does."""
        return lambda function: self._register(lambda: self.inner.on(point, **terms), function)

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
    def on_tool_call(self, guard: Any = None, /, **terms: Any) -> Any:
        """Registers a guard, as `Scope.on_tool_call` does: nothing allows, a `Block` denies, and so does an exception."""
        return self._decorate(lambda: self.inner.on_tool_call(**terms), guard)

    @overload
    def on_context(self, hook: ContextHookT, /) -> ContextHookT: ...
    @overload
    def on_context(
        self, /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Callable[[ContextHookT], ContextHookT]: ...
    def on_context(self, hook: Any = None, /, **terms: Any) -> Any:
        """Registers a hook that may change what a model is shown, as `Scope.on_context` does."""
        return self._decorate(lambda: self.inner.on_context(**terms), hook)

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
        concurrency: Literal["parallel", "exclusive"] | None = None,
        timeout_ms: float | None = None,
        on_interjection: Literal["finish", "cancel"] | None = None,
        preview: PreviewFunction | None = None,
    ) -> Callable[[ToolFunctionT], ToolFunctionT]: ...
    def tool(self, function: Any = None, /, **terms: Any) -> Any:
        """Offers a function as a tool, as `Scope.tool` does. A parameter hinted as `SyncToolContext` gets that."""
        if (preview := terms.get("preview")) is not None:
            terms["preview"] = self.thread.in_thread(preview)
        return self._decorate(lambda: self.inner.tool(**terms), function)

    @overload
    def command(self, function: CommandFunctionT, /) -> CommandFunctionT: ...
    @overload
    def command(
        self,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        argument_hint: str | None = None,
        timeout_ms: float | None = None,
    ) -> Callable[[CommandFunctionT], CommandFunctionT]: ...
    def command(self, function: Any = None, /, **terms: Any) -> Any:
        """Offers a function as a command, as `Scope.command` does."""
        return self._decorate(lambda: self.inner.command(**terms), function)

    def prompt_template(
        self, name: str, template: str, *, description: str, argument_hint: str | None = None
    ) -> None:
        """Offers a prompt that a person asks for by name, as `Scope.prompt_template` does."""
        self.thread.call(
            lambda: self.inner.prompt_template(name, template, description=description, argument_hint=argument_hint)
        )

    def remove_command(self, function: Callable[..., Any] | str) -> None:
        """Takes back a command that was registered here, by its function or by its name."""
        known = function if isinstance(function, str) else self._wrapped.get(function, function)
        self.thread.wait(self.inner.remove_command(known))

    def remove_hook(self, function: Callable[..., Any]) -> None:
        """Takes back a hook that was registered here, and forgets it if it was refused."""
        self.thread.wait(self.inner.remove_hook(self._wrapped.get(function, function)))

    def remove_tool(self, function: Callable[..., Any]) -> None:
        """Takes back a tool that was registered here, and forgets it if it was refused."""
        self.thread.wait(self.inner.remove_tool(self._wrapped.get(function, function)))

    def _decorate(self, registering: Callable[[], Callable[[Any], Any]], function: Any) -> Any:
        def register(decorated: Any) -> Any:
            return self._register(registering, decorated)

        return register if function is None else register(function)

    def _register(self, registering: Callable[[], Callable[[Any], Any]], function: Function) -> Function:
        wrapped = self._wrapped[function] = self.thread.in_thread(function)
        self.thread.call(lambda: registering()(wrapped))
        return function
