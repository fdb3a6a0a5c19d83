"""A client that is closed takes its leave, also where it is only coming back."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from leak_case import LeakCase
from myelin import Myelin, Session, ToolCallInfo
from scripted_server import ScriptedConnection, ScriptedServer, scripted_server, standing
from server_case import code_of, collect

TAKEN = {"accepted": ["guard"], "rejected": []}


class LeavingTest(LeakCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "socket")

    async def begin(self, server: ScriptedServer) -> tuple[Myelin, list[Session], ScriptedConnection]:
        """A client with a guard and two sessions."""
        connecting = asyncio.ensure_future(self.connect())
        connection = await server.accept()
        myelin = await connecting

        @myelin.on_tool_call(hook_id="guard")
        def guard(call: ToolCallInfo) -> None: ...

        connection.answer(await connection.asked("hooks/register"), TAKEN)
        sessions = [await self.create(myelin, connection, name) for name in ("one", "other")]
        return myelin, sessions, connection

    async def create(self, myelin: Myelin, connection: ScriptedConnection, name: str) -> Session:
        creating = asyncio.ensure_future(myelin.create_session())
        connection.answer(await connection.asked("session/create"), standing(name))
        return await creating

    async def connect(self) -> Myelin:
        return await Myelin.connect(self.path)

    async def test_one_that_is_closed_before_all_sessions_go_on_has_its_guards_taken_back(self) -> None:
        async with asyncio.timeout(30), scripted_server(self.path) as server:
            myelin, sessions, connection = await self.begin(server)
            streams = [session.events() for session in sessions]
            with self.assertLogs("myelin"):
                connection.cut()
                back = await server.accept()
            back.answer(await back.asked("hooks/register"), TAKEN)
            attaching = await back.asked("session/attach")
            back.answer(attaching, standing(attaching["params"]["sessionId"]))
            held = await back.asked("session/attach")
            self.assertEqual({attaching["params"]["sessionId"], held["params"]["sessionId"]}, {"one", "other"})
            closing = asyncio.ensure_future(myelin.close())
            back.answer(await back.asked("shutdown"), {})
            await closing
            await back.ended()
            self.assertEqual([await collect(stream) for stream in streams], [[], []])

    async def test_one_that_is_closed_before_it_is_greeted_says_nothing_more(self) -> None:
        async with asyncio.timeout(30), scripted_server(self.path) as server:
            myelin, [session, _], connection = await self.begin(server)
            with self.assertLogs("myelin"):
                connection.cut()
                back = await server.arrived()
            await back.asked("initialize")
            waiting = asyncio.ensure_future(code_of(session.state()))
            await myelin.close()
            await back.ended()
            self.assertEqual(await waiting, "DISCONNECTED")
