"""How a connection begins."""

from __future__ import annotations

from dataclasses import dataclass

from ._connection import Connection
from ._generated.protocol import ClientInfo, InitializeParams, InitializeResult
from ._questions import Asker
from ._version import WINDOW, check_version


@dataclass(frozen=True, slots=True)
class Hello:
    """What this program says of itself."""

    name: str
    ask: Asker | None = None
    """Who asks a person what plugins want to know; the server asks no client that has nobody."""

    async def say(self, connection: Connection, *, ahead: bool = False) -> InitializeResult:
        """Asks the server to begin. Raises VERSION_MISMATCH, and MyelinError as the server refuses."""
        capabilities = None if self.ask is None else {"ui": True}
        client = ClientInfo(name=self.name)
        params = InitializeParams(client_info=client, protocol_version=WINDOW, capabilities=capabilities)
        server = await connection.request("initialize", params.to_wire(), InitializeResult.from_wire, ahead=ahead)
        check_version(server)
        connection.set_max_frame_bytes(server.limits.max_frame_bytes)
        return server
