"""Where hooks, tools and commands are in force: one session, or all of a client."""

from __future__ import annotations

from ._command_scope import CommandScope
from ._hook_scope import HookScope
from ._peer import Peer
from ._registrations import Registrations
from ._tool_scope import ToolScope


class Scope(HookScope, ToolScope, CommandScope):
    """Decorators that register hooks, tools and commands. They give back the function as it was.

    Registering is asynchronous: the next prompt waits for it, and raises if the server refused it (`HOOK_REJECTED`),
    again and again until what was refused is removed.
    """

    def __init__(self, peer: Peer, registrations: Registrations, session_id: str | None) -> None:
        self._peer = peer
        self._registrations = registrations
        self._scope = session_id
