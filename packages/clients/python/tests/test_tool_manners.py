"""How a tool of a program wants to be run, over a real pipe."""

from __future__ import annotations

import asyncio
import math
from typing import Any

from myelin import Myelin, MyelinError, Session, SessionEvent, TextBlock, ToolExecutionEnd, ToolExecutionUpdate
from server_case import SERVER, ServerCase, clean_environment, collect, of_type

BOTH = 'one word="a" and two word="b"'


def results(events: list[SessionEvent]) -> list[str]:
    """What the tools of a run came to."""
    blocks = [block for end in of_type(events, ToolExecutionEnd) for block in end.result.content]
    return [block.text for block in blocks if isinstance(block, TextBlock)]


class MannersTest(ServerCase):
    async def test_two_tools_never_overlap_unless_they_say_that_they_may(self) -> None:
        trace: list[str] = []
        async with self.spawn() as myelin:

            async def act(name: str) -> str:
                trace.append(f"{name} begins")
                # Had the server asked for the other one too, it would have done so before it answers this.
                await myelin.status()
                trace.append(f"{name} ends")
                return name

            session = await self.with_tools(myelin, act)
            self.assertEqual(results(await collect(session.prompt(BOTH))), ["one", "two"])
        self.assertEqual(trace, ["one begins", "one ends", "two begins", "two ends"])

    async def test_two_parallel_tools_run_at_once(self) -> None:
        running: set[str] = set()
        met = asyncio.Event()

        async def act(name: str) -> str:
            running.add(name)
            if len(running) == 2:
                met.set()
            await met.wait()
            return "met"

        async with self.spawn() as myelin:
            session = await self.with_tools(myelin, act, concurrency="parallel")
            self.assertEqual(results(await collect(session.prompt(BOTH))), ["met", "met"])

    async def test_a_tool_beyond_its_limit_has_failed_and_its_task_is_cancelled(self) -> None:
        stopped = asyncio.Event()

        async def act(_: str) -> str:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.set()
            return ""

        async with self.spawn() as myelin:
            session = await self.with_tools(myelin, act, timeout_ms=19.5)
            self.assertEqual(results(await collect(session.prompt('one word="a"'))), ["Timed out after 20 ms."])
            await stopped.wait()

    async def test_a_tool_that_is_to_be_cancelled_is_when_the_person_interjects(self) -> None:
        stopped = asyncio.Event()
        sessions: list[Session] = []

        async def act(_: str) -> str:
            try:
                await sessions[0].steer("wait")
                await asyncio.Event().wait()
            finally:
                stopped.set()
            return ""

        async with self.spawn() as myelin:
            sessions.append(await self.with_tools(myelin, act, timeout_ms=math.inf, on_interjection="cancel"))
            events = await collect(sessions[0].prompt('one word="a"'))
            self.assertEqual(results(events), ["Cancelled: the user interjected."])
            await stopped.wait()

    async def test_what_a_tool_is_about_to_do_is_shown_and_a_preview_that_raises_is_the_result(self) -> None:
        def preview(word: str) -> dict[str, str]:
            if word == "b":
                raise ValueError("nothing to look at")
            return {"diff": f"+{word}"}

        async def act(name: str) -> str:
            return name

        async with self.spawn() as myelin:
            session = await self.with_tools(myelin, act, preview=preview)
            events = await collect(session.prompt(BOTH))
        self.assertEqual(
            [(one.kind, one.update) for one in of_type(events, ToolExecutionUpdate)], [("preview", {"diff": "+a"})]
        )
        self.assertEqual(results(events), ["one", 'The client failed at "tool/preview": nothing to look at'])

    def test_a_preview_of_a_program_without_a_loop_may_use_the_library(self) -> None:
        with Myelin.spawn_sync(["node", str(SERVER)], env=clean_environment(self.folder)) as myelin:

            def preview(word: str) -> dict[str, str]:
                return {"diff": f"+{word}", "models": str(len(myelin.models().models) > 0)}

            @myelin.tool(description="Does one", preview=preview)
            def one(word: str) -> str:
                return "one"

            events = list(myelin.create_session(cwd=self.folder).prompt('one word="a"'))
        self.assertEqual(
            [one.update for one in of_type(events, ToolExecutionUpdate)], [{"diff": "+a", "models": "True"}]
        )

    async def test_a_tool_whose_limit_is_none_is_refused(self) -> None:
        async def act(name: str) -> str:
            return name

        async with self.spawn() as myelin:
            session = await self.with_tools(myelin, act, timeout_ms=-1)
            with self.assertRaises(MyelinError) as caught:
                await session.prompt(BOTH)
        self.assertEqual(caught.exception.code, "HOOK_REJECTED")
        self.assertIn("timeoutMs: expected minimum 0, found -1", str(caught.exception))

    async def with_tools(self, myelin: Myelin, act: Any, **manners: Any) -> Session:
        """A session with the tools `one` and `two`, which do the same."""

        @myelin.tool(description="Does one", **manners)
        async def one(word: str) -> str:
            return str(await act("one"))

        @myelin.tool(description="Does two", **manners)
        async def two(word: str) -> str:
            return str(await act("two"))

        return await myelin.create_session(cwd=self.folder)
