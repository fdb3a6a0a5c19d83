"""What a session works with."""

from __future__ import annotations

from collections.abc import Sequence

from ._generated.protocol import (
    CommandInfo,
    CommandList,
    CommandResult,
    Goal,
    GoalAction,
    ModelRef,
    SetGoalResult,
    ThinkingLevel,
    ToolInfo,
    ToolList,
)
from ._session_part import SessionPart, nothing


class SessionSettings(SessionPart):
    """Its model, its tools, its goal and its commands."""

    async def set_model(self, model: ModelRef) -> None:
        """Changes the model, from the next model call on. Raises `MODEL_NOT_FOUND`."""
        await self._ask("session/setModel", nothing, model=model.to_wire())

    async def set_thinking_level(self, thinking_level: ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        await self._ask("session/setThinkingLevel", nothing, thinkingLevel=thinking_level)

    async def set_goal(self, goal: GoalAction) -> Goal | None:
        """Gives the session a goal, or does something with the one it has, and gives the goal that it then has.

        An active goal starts runs by itself, which answer no prompt.
        """
        return (await self._ask("session/setGoal", SetGoalResult.from_wire, goal=goal.to_wire())).goal

    async def commands(self) -> tuple[CommandInfo, ...]:
        """What a person may ask for by name."""
        return (await self._ask("commands/list", CommandList.from_wire)).commands

    async def run_command(self, name: str, args: str | None = None) -> CommandResult:
        """Runs a command. Of the kind `prompt`, its text is to be prompted with. Raises `COMMAND_NOT_FOUND`, `COMMAND_FAILED`."""
        return await self._ask("commands/run", CommandResult.from_wire, name=name, args=args)

    async def set_tools(self, tools: Sequence[str] | None) -> None:
        """Names the tools that the model is offered, None for all there are, from the next model call on."""
        params = {"sessionId": self._id, "tools": None if tools is None else list(tools)}
        await self._connection.request("session/setTools", params, nothing)

    async def tools(self) -> tuple[ToolInfo, ...]:
        """The tools that the session offers to its model."""
        return (await self._ask("tools/list", ToolList.from_wire)).tools
