"""Where commands are offered: in one session, or in all of a client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from ._commands import Command, CommandFunction, CommandFunctionT
from ._generated.protocol import ClientCommand, CommandsRegisterParams
from ._peer import Peer
from ._registrations import Registrations


class CommandScope:
    """Decorators that offer functions as commands. They give back the function as it was."""

    _peer: Peer
    _registrations: Registrations
    _scope: str | None

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
    def command(
        self,
        function: Any = None,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        argument_hint: str | None = None,
        timeout_ms: float | None = None,
    ) -> Any:
        """Offers a function as a command that a person asks for by name. It returns a str to show, or None.

        It gets all that was typed behind the name; what it raises is told to whoever ran it. Without `name` it is called
        as the function is, with - for _, and without `description` that is the first paragraph of the docstring.
        A parameter hinted as `CommandContext` gets that. `timeout_ms` is what it may take, no limit if absent.
        """

        def register(function: Any) -> Any:
            command = Command.describe(
                function, name=name, description=description, argument_hint=argument_hint, timeout_ms=timeout_ms
            )
            self._peer.connection.own_loop.check()
            self._peer.commands.add(command, self._scope)
            self._offer(command.offer)
            return function

        return register if function is None else register(function)

    def prompt_template(
        self, name: str, template: str, *, description: str, argument_hint: str | None = None
    ) -> None:
        """Offers a prompt that a person asks for by name, and the server makes.

        `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9` for its words, `$$` for a dollar.
        """
        self._offer(
            ClientCommand(name=name, description=description, argument_hint=argument_hint, template=template)
        )

    async def remove_command(self, function: CommandFunction | str) -> None:
        """Takes back a command that was registered here, by its function or by its name, and forgets it if it was refused."""
        names = [function] if isinstance(function, str) else self._peer.commands.names_of(function, self._scope)
        for name in names:
            await self._registrations.withdraw("commands", name)
            self._peer.commands.remove(name, self._scope)

    def _offer(self, offer: ClientCommand) -> None:
        params = CommandsRegisterParams(commands=(offer,), session_id=self._scope)
        self._registrations.begin("commands", offer.name, params.to_wire())
