"""A prompt must not run without a guard that was asked for, also over a link that is new."""

from __future__ import annotations

import asyncio

from fake_server import FakeServer, turns
from leak_case import LeakCase
from myelin import MyelinError, ToolCallInfo


def guard(call: ToolCallInfo) -> None:
    """Allows everything."""


class RegistrationsTest(LeakCase):
    async def test_while_the_link_is_broken_no_prompt_goes_out(self) -> None:
        server = FakeServer()
        session = server.open_session()
        server.peer.registrations.hold()
        run = asyncio.ensure_future(session.prompt("hi"))
        await turns()
        self.assertEqual(server.sent, [])
        server.peer.registrations.release()
        await turns()
        self.assertEqual([message["method"] for message in server.sent], ["session/prompt"])
        server.end_run(server.begin_run())
        self.assertEqual((await run).end_reason, "stop")

    async def test_what_is_offered_while_a_prompt_waits_is_waited_for_too(self) -> None:
        server = FakeServer()
        session = server.open_session()
        session.on_tool_call(hook_id="first")(guard)
        run = asyncio.ensure_future(session.prompt("hi"))
        await turns()
        session.on_tool_call(hook_id="second")(guard)
        server.answer({"accepted": [], "rejected": []}, to=0)
        await turns()
        self.assertEqual([message["method"] for message in server.sent], ["hooks/register"] * 2)
        server.answer({"accepted": [], "rejected": [{"id": "second", "reason": "too many"}]}, to=1)
        with self.assertRaises(MyelinError) as caught:
            await run
        self.assertEqual(caught.exception.code, "HOOK_REJECTED")
