"""Tools that this program runs when a model asks for them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from ._connection import Connection, logger
from ._errors import MyelinError
from ._generated.protocol import (
    ClientTool,
    ProgressParams,
    TextBlock,
    ToolExecuteParams,
    ToolPreview,
    ToolPreviewParams,
    ToolProgress,
    ToolResult,
)
from ._hooks import whole_ms
from ._json import JsonDict
from ._schema import arguments_schema, parameters_of_type, summary_of

ToolFunction: TypeAlias = Callable[..., Awaitable[str | ToolResult] | str | ToolResult]
"""Runs a tool: its arguments come by keyword. What it raises becomes a result that says so to the model."""

PreviewFunction: TypeAlias = Callable[..., Awaitable[Mapping[str, Any] | None] | Mapping[str, Any] | None]
"""Says what a call is about to do, or None: its arguments come by keyword. What it raises is the result of the call."""

ToolFunctionT = TypeVar("ToolFunctionT", bound=ToolFunction)

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Which call a tool is running. A parameter with this type hint gets it; the model does not see the parameter."""

    session_id: str
    tool_call_id: str
    _connection: Connection = field(repr=False)
    _progress_token: str = field(repr=False)

    async def progress(
        self, delta: str, kind: Literal["output", "tool_delta", "thinking", "status"] = "output"
    ) -> None:
        """Says something while the tool runs: a `status` replaces the one before, the other kinds append."""
        value = ToolProgress(kind=kind, delta=delta)
        await self._connection.notify("$/progress", ProgressParams(token=self._progress_token, value=value).to_wire())


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the server is told of it, and the function that runs it."""

    offer: ClientTool
    function: ToolFunction
    context_parameters: tuple[str, ...]
    preview_function: PreviewFunction | None = None

    @classmethod
    def describe(
        cls,
        function: ToolFunction,
        *,
        name: str | None,
        description: str | None,
        parameters: Mapping[str, Any] | None,
        concurrency: Literal["parallel", "exclusive"] | None,
        timeout_ms: float | None,
        on_interjection: Literal["finish", "cancel"] | None,
        preview: PreviewFunction | None,
    ) -> Tool:
        """Reads from the function what is not given. Raises TypeError or ValueError for what cannot be offered."""
        chosen = name or str(getattr(function, "__name__", ""))
        if not _NAME.fullmatch(chosen):
            raise ValueError(f"a tool's name is 1 to 64 of A-Z a-z 0-9 _ -, which {chosen!r} is not; pass name=")
        text = description or summary_of(function)
        if not text:
            raise TypeError(f"the tool {chosen!r} needs a description, which tells the model when to use it")
        contexts = tuple(parameters_of_type(function, ToolContext))
        schema = arguments_schema(function, contexts) if parameters is None else parameters
        offer = ClientTool(
            name=chosen,
            description=text,
            parameters=schema,
            concurrency=concurrency,
            timeout_ms=whole_ms(timeout_ms),
            on_interjection=on_interjection,
            preview=None if preview is None else True,
        )
        return cls(offer, function, contexts, preview)

    async def run(self, args: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Calls the function. An exception becomes a result with `is_error` and its message."""
        try:
            answer = self.function(**args, **dict.fromkeys(self.context_parameters, context))
            result = await answer if inspect.isawaitable(answer) else answer
            return _result_of(result, self.offer.name)
        except Exception as error:
            logger.info("the tool %r failed", self.offer.name, exc_info=error)
            return ToolResult(content=(TextBlock(text=str(error) or type(error).__name__),), is_error=True)

    async def preview(self, args: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a call with these arguments is about to do."""
        answer = None if self.preview_function is None else self.preview_function(**args)
        return await answer if inspect.isawaitable(answer) else answer


class ToolTable:
    """The tools of a connection, by their scope (a session's id, or None for all) and name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tools: dict[tuple[str | None, str], Tool] = {}

    def add(self, tool: Tool, session_id: str | None) -> None:
        """Keeps a tool, instead of one of the same name and scope."""
        self._tools[session_id, tool.offer.name] = tool

    def names_of(self, function: ToolFunction, session_id: str | None) -> list[str]:
        """The names that a function has in one scope."""
        return [key[1] for key, tool in self._tools.items() if key[0] == session_id and tool.function is function]

    def remove(self, name: str, session_id: str | None) -> None:
        """Forgets a tool, which the server no longer runs."""
        self._tools.pop((session_id, name), None)

    def drop_session(self, session_id: str) -> None:
        """Forgets all that was registered for a session that is closed."""
        self._tools = {key: tool for key, tool in self._tools.items() if key[0] != session_id}

    async def execute(self, params: JsonDict) -> JsonDict:
        """Answers `tool/execute`."""
        call = ToolExecuteParams.from_wire(params)
        tool = self._named(call.session_id, call.tool_name)
        context = ToolContext(call.session_id, call.tool_call_id, self._connection, call.progress_token)
        return (await tool.run(call.args, context)).to_wire()


    async def preview(self, params: JsonDict) -> JsonDict:
        """Answers `tool/preview`. Raises HOOK_FAILED with what the function raised."""
        call = ToolPreviewParams.from_wire(params)
        tool = self._named(call.session_id, call.tool_name)
        try:
            return ToolPreview(preview=await tool.preview(call.args)).to_wire()
        except Exception as error:
            logger.info("the preview of the tool %r failed", call.tool_name, exc_info=error)
            raise MyelinError("HOOK_FAILED", str(error) or type(error).__name__) from error

    def _named(self, session_id: str, name: str) -> Tool:
        tool = self._tools.get((session_id, name)) or self._tools.get((None, name))
        if tool is None:
            raise MyelinError("INVALID_PARAMS", f"this client has no tool {name!r}")
        return tool


def _result_of(answer: object, name: str) -> ToolResult:
    if isinstance(answer, str):
        return ToolResult(content=(TextBlock(text=answer),))
    if isinstance(answer, ToolResult):
        return answer
    raise TypeError(f"the tool {name!r} returned {type(answer).__name__}; a tool returns a str or a ToolResult")
