"""How a connection begins."""

from __future__ import annotations

from dataclasses import dataclass

from ._connection import Connection
from ._generated.protocol import ClientInfo, InitializeParams, InitializeResult
from ._json import JsonDict
from ._questions import Asker
from ._version import WINDOW, check_version
from ._wire import WireError


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
        server = await connection.request("initialize", params.to_wire(), _read_server, ahead=ahead)
        connection.set_max_frame_bytes(server.limits.max_frame_bytes)
        return server


def _read_server(answer: JsonDict) -> InitializeResult:
    """The version first: a server of another one may say everything else otherwise."""
    check_version(answer)
    server = InitializeResult.from_wire(answer)
    largest = server.limits.max_frame_bytes
    if type(largest) is not int or largest <= 0:
        raise WireError(f"limits.maxFrameBytes is not a number of bytes: {largest!r:.100}")
    return server
