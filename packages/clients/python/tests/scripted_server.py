"""A server on a Unix socket that says only what a test wants said."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HELLO: Json = {
    "serverInfo": {"name": "scripted", "version": "1"},
    "protocolVersion": 1,
    "capabilities": {},
    "limits": {"maxFrameBytes": 1_000_000},
}


def standing(session_id: str, seq: int = 0) -> Json:
    """Where a session stands in which nothing happens."""
    usage = {"inputTokens": 0, "outputTokens": 0, "cacheReadTokens": 0, "cacheWriteTokens": 0}
    still: Json = {"isRunning": False, "pendingToolCalls": [], "steering": [], "followUp": [], "totalUsage": usage}
    return {"sessionId": session_id, "seq": seq, "state": {"sessionId": session_id, "cwd": "/", "thinkingLevel": "off", **still}}


class ScriptedConnection:
    """One client's connection, from the server's side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def asked(self, method: str) -> Json:
        """The client's next request, which must be of this method; what is only told is passed over."""
        while line := await self._reader.readline():
            message: Json = json.loads(line)
            if "id" in message:
                assert message.get("method") == method, f"expected {method}, the client sent {message}"
                return message
        raise AssertionError(f"the client closed, expected {method}")

    async def ended(self) -> None:
        """Waits until the client closes, which must ask for nothing more."""
        while line := await self._reader.readline():
            assert "id" not in json.loads(line), f"expected the end, the client sent {line!r}"

    def answer(self, request: Json, result: Json) -> None:
        """Answers a request."""
        self.say({"id": request["id"], "result": result})

    def say(self, message: Json) -> None:
        """Sends one message."""
        self._writer.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def cut(self) -> None:
        """Breaks the connection."""
        self._writer.transport.abort()


class ScriptedServer:
    """Takes one client after the other."""

    def __init__(self) -> None:
        self._arrived: asyncio.Queue[ScriptedConnection] = asyncio.Queue()

    async def accept(self) -> ScriptedConnection:
        """The next connection, once the client has said hello."""
        connection = await self.arrived()
        connection.answer(await connection.asked("initialize"), HELLO)
        return connection

    async def arrived(self) -> ScriptedConnection:
        """The next connection."""
        return await self._arrived.get()

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A client has come."""
        self._arrived.put_nowait(ScriptedConnection(reader, writer))


@asynccontextmanager
async def scripted_server(path: Path) -> AsyncGenerator[ScriptedServer]:
    """One that listens on `path`."""
    server = ScriptedServer()
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        server.take(reader, writer)

    listener = await asyncio.start_unix_server(serve, path)
    try:
        yield server
    finally:
        listener.close()
        for writer in writers:
            writer.transport.abort()
        await listener.wait_closed()
