"""A slow consumer is felt by the server; nobody who takes nothing holds anything up."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any
from unittest import mock

from fake_server import FakeServer, turns
from leak_case import LeakCase
from myelin import MyelinError, _credit
from myelin._credit import WINDOW_BYTES

NOTICE = {"type": "notice", "level": "info", "message": "hello"}
PAGE = {"type": "notice", "level": "info", "message": "x" * 10_000}


class AcknowledgingTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()
        at_once = mock.patch.object(_credit, "_PATIENCE_SECONDS", 0)
        at_once.start()
        self.addCleanup(at_once.stop)

    async def acked(self) -> int:
        """What has been acknowledged once nothing more is owed."""
        await turns(10)
        return max(self.server.acks, default=0)

    async def test_an_event_is_acknowledged_when_the_next_one_is_asked_for(self) -> None:
        stream = self.server.open_session().events()
        for _ in range(3):
            self.server.event(NOTICE)
        self.assertEqual(await self.acked(), 0)
        await anext(stream)
        self.assertEqual(await self.acked(), 0)
        await anext(stream)
        self.assertEqual(await self.acked(), 1)
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        self.assertEqual(await self.acked(), 3)
        waiting.cancel()

    async def test_the_slowest_of_several_consumers_counts(self) -> None:
        session = self.server.open_session()
        slow, quick = session.events(), session.events()
        for _ in range(3):
            self.server.event(NOTICE)
        for _ in range(3):
            await anext(quick)
        self.assertEqual(await self.acked(), 0)
        await anext(slow)
        await anext(slow)
        self.assertEqual(await self.acked(), 1)
        slow.close()
        self.assertEqual(await self.acked(), 2)

    async def test_where_nobody_takes_events_the_library_does(self) -> None:
        self.server.open_session()
        self.server.event(NOTICE)
        self.assertEqual(await self.acked(), 1)

    async def test_a_loop_that_is_left_holds_up_nobody(self) -> None:
        session = self.server.open_session()
        run = session.prompt("hi")
        self.server.begin_run()
        self.server.event(NOTICE)
        async for _ in run:
            break
        await turns()
        self.assertEqual(await self.acked(), 2)
        self.server.event(NOTICE)
        self.assertEqual(await self.acked(), 3)

    async def test_a_loop_that_an_exception_ended_holds_up_nobody_while_the_exception_lives(self) -> None:
        session = self.server.open_session()

        async def fail() -> None:
            async for _ in session.prompt("hi"):
                raise ValueError("mine")

        task = asyncio.create_task(fail())
        await turns()
        self.server.begin_run()
        await asyncio.wait([task])
        self.server.event(NOTICE)
        self.assertEqual(await self.acked(), 2)
        self.assertIsInstance(task.exception(), ValueError)

    async def test_a_generator_left_half_way_holds_up_nobody(self) -> None:
        session = self.server.open_session()

        async def texts() -> AsyncIterator[str]:
            async for event in session.events():
                yield event.type

        generator = texts()
        first = asyncio.ensure_future(anext(generator))
        await turns()
        self.server.event(NOTICE)
        self.assertEqual(await first, "notice")
        self.server.event(NOTICE)
        self.assertEqual(await self.acked(), 0)
        del generator, first
        gc.collect()
        await turns()
        self.assertEqual(await self.acked(), 2)

    async def test_a_run_whose_summary_alone_is_awaited_holds_up_nobody(self) -> None:
        run = self.server.open_session().prompt("hi")
        prompt_id = self.server.begin_run()
        summary = asyncio.ensure_future(run)
        await turns()
        self.assertEqual(await self.acked(), 1)
        self.server.end_run(prompt_id)
        self.assertEqual((await summary).end_reason, "stop")

    async def test_a_run_nobody_asked_anything_of_yet_is_waited_for(self) -> None:
        session = self.server.open_session()
        run = session.prompt("hi")
        self.server.begin_run()
        self.assertEqual(await self.acked(), 0)
        stream = session.events()
        self.assertEqual(await self.acked(), 1)
        stream.close()
        self.assertEqual((await anext(aiter(run))).type, "agent_start")

    async def test_a_loop_that_begins_too_late_says_so(self) -> None:
        session = self.server.open_session()
        run = session.prompt("hi")
        summary = asyncio.ensure_future(run)
        await turns()
        prompt_id = self.server.begin_run()
        for _ in range(WINDOW_BYTES // 10_000 + 1):
            self.server.event(PAGE)
        self.server.end_run(prompt_id)
        await summary
        with self.assertRaisesRegex(MyelinError, "begin the loop before"):
            aiter(run)

    async def test_a_quick_consumer_acknowledges_in_portions(self) -> None:
        stream = self.server.open_session().events()
        waiting = asyncio.ensure_future(consume(stream, 1000))
        await turns()
        for _ in range(1000):
            self.server.event(NOTICE)
        await waiting
        await self.acked()
        self.assertLess(len(self.server.acks), 10)

    async def test_what_is_acknowledged_only_rises(self) -> None:
        session = self.server.open_session()
        slow = session.events()
        for _ in range(50):
            self.server.event(PAGE)
        await consume(slow, 50)
        await self.acked()
        self.assertEqual(self.server.acks, sorted(set(self.server.acks)))
        self.assertEqual(self.server.acks[-1], 49)


async def consume(stream: Any, count: int) -> None:
    for _ in range(count):
        await anext(stream)
