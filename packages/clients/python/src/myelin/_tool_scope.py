"""Where tools are offered: in one session, or in all of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, overload

from ._generated.protocol import ToolsRegisterParams
from ._peer import Peer
from ._registrations import Registrations
from ._tools import PreviewFunction, Tool, ToolFunction, ToolFunctionT


class ToolScope:
    """Decorators that offer functions as tools. They give back the function as it was."""

    _peer: Peer
    _registrations: Registrations
    _scope: str | None

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
    def tool(
        self,
        function: Any = None,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        concurrency: Literal["parallel", "exclusive"] | None = None,
        timeout_ms: float | None = None,
        on_interjection: Literal["finish", "cancel"] | None = None,
        preview: PreviewFunction | None = None,
    ) -> Any:
        """Offers a function as a tool. It returns a str or a ToolResult; what it raises is told to the model.

        Without `parameters` (a JSON Schema of an object) the arguments are read from the type hints, and without
        `description` it is the first paragraph of the docstring. A parameter hinted as `ToolContext` gets that.

        A `parallel` tool may run beside others, any other runs alone. `timeout_ms` is what a call may take, the server's
        usual if absent, no limit if 0 or `math.inf`. `on_interjection="cancel"` ends a running call when the person
        interjects. A call that is cut short has failed, and the task that runs it is cancelled.

        `preview` gets the arguments and says what a call is about to do, which is shown before anybody judges it.
        """

        def register(function: Any) -> Any:
            tool = Tool.describe(
                function,
                name=name,
                description=description,
                parameters=parameters,
                concurrency=concurrency,
                timeout_ms=timeout_ms,
                on_interjection=on_interjection,
                preview=preview,
            )
            self._peer.connection.own_loop.check()
            self._peer.tools.add(tool, self._scope)
            params = ToolsRegisterParams(tools=(tool.offer,), session_id=self._scope)
            self._registrations.begin("tools", tool.offer.name, params.to_wire())
            return function

        return register if function is None else register(function)

    async def remove_tool(self, function: ToolFunction) -> None:
        """Takes back a tool that was registered here, and forgets it if it was refused."""
        for name in self._peer.tools.names_of(function, self._scope):
            await self._registrations.withdraw("tools", name)
            self._peer.tools.remove(name, self._scope)
