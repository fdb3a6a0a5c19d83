"""How a connection begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._connection import Connection
from ._generated.protocol import ClientInfo, InitializeParams, InitializeResult
from ._version import WINDOW, check_version


@dataclass(frozen=True, slots=True)
class Hello:
    """What this program says of itself."""

    name: str
    capabilities: Mapping[str, Any] | None = None

    async def say(self, connection: Connection, *, ahead: bool = False) -> InitializeResult:
        """Asks the server to begin. Raises VERSION_MISMATCH, and MyelinError as the server refuses."""
        params = InitializeParams(
            client_info=ClientInfo(name=self.name), protocol_version=WINDOW, capabilities=self.capabilities
        )
        server = await connection.request("initialize", params.to_wire(), InitializeResult.from_wire, ahead=ahead)
        check_version(server)
        connection.set_max_frame_bytes(server.limits.max_frame_bytes)
        return server
