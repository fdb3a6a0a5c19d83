"""Commands that this program runs when a person asks for them by name."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ._connection import logger
from ._errors import MyelinError
from ._generated.protocol import ClientCommand, CommandAnswer, CommandExecuteParams
from ._hooks import whole_ms
from ._json import JsonDict
from ._schema import parameters_of_type, summary_of

CommandFunction: TypeAlias = Callable[..., Awaitable[str | None] | str | None]
"""Runs a command: it gets all that was typed behind the name, and answers a text to show, or None."""

CommandFunctionT = TypeVar("CommandFunctionT", bound=CommandFunction)


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Where a command is run. A parameter with this type hint gets it."""

    session_id: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command as the server is told of it, and the function that runs it."""

    offer: ClientCommand
    function: CommandFunction
    context_parameters: tuple[str, ...]

    @classmethod
    def describe(
        cls,
        function: CommandFunction,
        *,
        name: str | None,
        description: str | None,
        argument_hint: str | None,
        timeout_ms: float | None,
    ) -> Command:
        """Reads from the function what is not given. Raises TypeError for what cannot be offered."""
        chosen = name or str(getattr(function, "__name__", "")).replace("_", "-")
        text = description or summary_of(function)
        if not text:
            raise TypeError(f"the command {chosen!r} needs a description, which tells a person what it does")
        limit = None if timeout_ms is None else whole_ms(timeout_ms)
        offer = ClientCommand(name=chosen, description=text, argument_hint=argument_hint, timeout_ms=limit)
        return cls(offer, function, tuple(parameters_of_type(function, CommandContext)))

    async def run(self, args: str, context: CommandContext) -> CommandAnswer:
        """Calls the function; what it raises is its failure."""
        answer = self.function(args, **dict.fromkeys(self.context_parameters, context))
        return CommandAnswer(text=_text_of(await answer if inspect.isawaitable(answer) else answer))


class CommandTable:
    """The commands of a connection, by their scope (a session's id, or None for all) and name."""

    def __init__(self) -> None:
        self._commands: dict[tuple[str | None, str], Command] = {}

    def add(self, command: Command, session_id: str | None) -> None:
        """Keeps a command, instead of one of the same name and scope."""
        self._commands[session_id, command.offer.name] = command

    def names_of(self, function: CommandFunction, session_id: str | None) -> list[str]:
        """The names that a function has in one scope."""
        return [key[1] for key, one in self._commands.items() if key[0] == session_id and one.function is function]

    def remove(self, name: str, session_id: str | None) -> None:
        """Forgets a command, which the server no longer runs."""
        self._commands.pop((session_id, name), None)

    def drop_session(self, session_id: str) -> None:
        """Forgets all that was registered for a session that is closed."""
        self._commands = {key: one for key, one in self._commands.items() if key[0] != session_id}

    async def execute(self, params: JsonDict) -> JsonDict:
        """Answers `command/execute`. Raises COMMAND_FAILED with what the command raised."""
        call = CommandExecuteParams.from_wire(params)
        command = self._commands.get((call.session_id, call.name)) or self._commands.get((None, call.name))
        if command is None:
            raise MyelinError("INVALID_PARAMS", f"this client has no command {call.name!r}")
        try:
            return (await command.run(call.args, CommandContext(call.session_id))).to_wire()
        except Exception as error:
            logger.info("the command %r failed", call.name, exc_info=error)
            raise MyelinError("COMMAND_FAILED", str(error) or type(error).__name__) from error


def _text_of(answer: object) -> str | None:
    if answer is None or isinstance(answer, str):
        return answer
    raise TypeError(f"it returned {type(answer).__name__}; a command returns a str to show, or None")
