"""What a session works with."""

from __future__ import annotations

from ._generated.protocol import ClientTool, ModelRef, ThinkingLevel, ToolList
from ._session_part import SessionPart, nothing


class SessionSettings(SessionPart):
    """Its model and its tools."""

    async def set_model(self, model: ModelRef) -> None:
        """Changes the model, from the next model call on. Raises `MODEL_NOT_FOUND`."""
        await self._ask("session/setModel", nothing, model=model.to_wire())

    async def set_thinking_level(self, thinking_level: ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        await self._ask("session/setThinkingLevel", nothing, thinkingLevel=thinking_level)

    async def tools(self) -> tuple[ClientTool, ...]:
        """The tools that the session offers to its model."""
        return (await self._ask("tools/list", ToolList.from_wire)).tools
