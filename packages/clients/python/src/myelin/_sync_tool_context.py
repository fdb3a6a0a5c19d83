"""What a tool that is a plain function knows of its call."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Literal

from ._tools import ToolContext


class SyncToolContext:
    """A `ToolContext` for plain functions. A parameter with this type hint gets it; the model does not see the parameter."""

    def __init__(self, context: ToolContext, wait: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.session_id = context.session_id
        self.tool_call_id = context.tool_call_id
        self._context = context
        self._wait = wait

    def progress(self, delta: str, kind: Literal["output", "tool_delta", "thinking", "status"] = "output") -> None:
        """Says something while the tool runs: a `status` replaces the one before, the other kinds append."""
        self._wait(self._context.progress(delta, kind))
