"""A prompt, its events and its summary, whatever the program does with them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import aclosing
from typing import Any

from fake_server import SUMMARY, FakeServer, Json, turns
from leak_case import LeakCase
from myelin import MyelinError, Notice, Run, RunEvents, RunSummary, Session, TextBlock

NOTICE = {"type": "notice", "level": "info", "message": "hello"}


async def consume(run: Run[RunSummary]) -> list[str]:
    return [event.type async for event in run]


class RunTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()

    async def test_a_run_has_the_events_from_its_start_to_its_end_and_no_others(self) -> None:
        session = self.server.open_session()
        run = session.prompt("hi")
        self.server.event(NOTICE)
        prompt_id = self.server.begin_run()
        self.server.event(NOTICE)
        self.server.end_run(prompt_id)
        self.server.event({"type": "session_idle"})
        self.assertEqual(await consume(run), ["agent_start", "notice", "agent_end"])
        self.assertEqual((await run).end_reason, "stop")
        self.assertIs(run.summary, await run)

    async def test_a_run_that_goes_on_by_itself_is_one_run(self) -> None:
        run = self.server.open_session().prompt("hi")
        prompt_id = self.server.begin_run()
        retried: Json = {"type": "agent_end", "newMessageIds": [], "summary": SUMMARY, "willRetry": True}
        self.server.event(retried, prompt_id=prompt_id)
        self.server.event(NOTICE)
        self.server.event({"type": "agent_start"}, prompt_id=prompt_id)
        self.server.end_run(prompt_id)
        self.assertEqual(await consume(run), ["agent_start", "agent_end", "notice", "agent_start", "agent_end"])

    async def test_a_run_whose_start_was_missed_begins_with_the_gap(self) -> None:
        run = self.server.open_session().prompt("hi")
        state: Json = {
            "sessionId": "s1",
            "cwd": "/",
            "thinkingLevel": "off",
            "isRunning": True,
            "promptIds": [run.prompt_id],
            "pendingToolCalls": [],
            "steering": [],
            "followUp": [],
            "totalUsage": SUMMARY["usage"],
        }
        self.server.event({"type": "gap", "from": 1, "to": 9, "state": {**state, "promptIds": ["another"]}})
        self.server.event({"type": "gap", "from": 1, "to": 9, "state": state})
        self.server.event(NOTICE)
        self.server.end_run(run.prompt_id)
        self.assertEqual(await consume(run), ["gap", "notice", "agent_end"])

    async def test_the_prompt_is_sent_before_what_the_program_does_next(self) -> None:
        session = self.server.open_session()
        session.prompt("first")
        steering = asyncio.create_task(session.steer("second"))
        await turns()
        self.assertEqual([message["method"] for message in self.server.sent], ["session/prompt", "session/steer"])
        self.server.answer({"itemId": "m9"})
        self.assertEqual(await steering, "m9")

    async def test_leaving_the_loop_aborts_nothing_and_the_summary_still_comes(self) -> None:
        run = self.server.open_session().prompt("hi")
        prompt_id = self.server.begin_run()
        async for _ in run:
            break
        self.server.event(NOTICE)
        self.server.end_run(prompt_id)
        self.assertEqual((await run).turn_count, 1)
        self.assertEqual(len(self.server.sent), 1)

    async def test_events_that_are_closed_end_while_their_run_goes_on(self) -> None:
        run = self.server.open_session().prompt("hi")
        prompt_id = self.server.begin_run()
        async with aclosing(aiter(run)) as events:
            self.assertEqual((await anext(events)).type, "agent_start")
        self.server.event(NOTICE)
        self.server.end_run(prompt_id)
        self.assertEqual((await run).turn_count, 1)
        self.assertEqual([event async for event in events], [])

    async def test_events_that_nobody_will_take_are_not_kept(self) -> None:
        session = self.server.open_session()

        async def ask() -> RunSummary:
            return await session.prompt("hi")

        waiting = asyncio.create_task(ask())
        await turns()
        prompt_id = self.server.begin_run()
        self.server.event(NOTICE)
        gc.collect()
        self.assertEqual([thing for thing in gc.get_objects() if isinstance(thing, Notice)], [])
        self.server.end_run(prompt_id)
        self.assertEqual((await waiting).end_reason, "stop")

    async def test_the_events_can_be_iterated_once(self) -> None:
        run = self.server.open_session().prompt("hi")
        aiter(run)
        with self.assertRaises(MyelinError) as caught:
            aiter(run)
        self.assertEqual(caught.exception.code, "EVENTS_MISSED")

    async def test_the_events_may_be_taken_after_the_summary(self) -> None:
        run = self.server.open_session().prompt("hi")
        self.server.end_run(self.server.begin_run())
        await run
        self.assertEqual(await consume(run), ["agent_start", "agent_end"])

    async def test_a_prompt_that_was_not_taken_says_where_it_waits(self) -> None:
        run = self.server.open_session().prompt("hi", when_busy="follow_up")
        self.server.answer({"promptId": run.prompt_id, "queued": "m7"})
        self.assertIsNone(await run)
        self.assertEqual(run.queued, "m7")

    async def test_a_refused_prompt_raises_from_the_loop_and_from_the_summary(self) -> None:
        run = self.server.open_session().prompt("hi")
        refusal = {"code": -32000, "message": "busy", "data": {"code": "SESSION_BUSY"}}
        self.server.say({"id": self.server.sent[0]["id"], "error": refusal})
        for taken in (consume(run), asyncio.ensure_future(run)):
            with self.assertRaises(MyelinError) as caught:
                await taken
            self.assertEqual(caught.exception.code, "SESSION_BUSY")

    async def test_a_lost_server_raises_after_the_events_that_came(self) -> None:
        run = self.server.open_session().prompt("hi")
        self.server.begin_run()
        self.server.die()
        events = aiter(run)
        self.assertEqual((await anext(events)).type, "agent_start")
        with self.assertRaises(MyelinError):
            await anext(events)

    async def test_a_run_that_nobody_awaits_may_fail_in_silence(self) -> None:
        self.server.open_session().prompt("hi")
        self.server.die()
        await turns()
        gc.collect()

    async def test_content_is_sent_as_blocks(self) -> None:
        self.server.open_session().prompt([TextBlock(text="hi")])
        self.assertEqual(self.server.sent[0]["params"]["content"], [{"type": "text", "text": "hi"}])
        self.assertNotIn("text", self.server.sent[0]["params"])


class CancellationTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()

    def methods(self) -> list[str]:
        return [message["method"] for message in self.server.sent]

    async def test_cancelling_a_task_that_awaits_the_summary_cancels_the_run(self) -> None:
        run = self.server.open_session().prompt("hi")
        task = asyncio.ensure_future(run)
        await turns()
        await self.cancelled(task)
        self.assertEqual(self.methods(), ["session/prompt", "$/cancelRequest"])

    async def test_cancelling_a_task_that_waits_for_an_event_cancels_the_run(self) -> None:
        task = asyncio.create_task(consume(self.server.open_session().prompt("hi")))
        await turns()
        await self.cancelled(task)
        self.assertEqual(self.methods(), ["session/prompt", "$/cancelRequest"])

    async def test_cancelling_a_task_inside_its_loop_cancels_the_run(self) -> None:
        async def slow(session: Session) -> None:
            async for _ in session.prompt("hi"):
                await asyncio.Event().wait()

        task = asyncio.create_task(slow(self.server.open_session()))
        await turns()
        self.server.begin_run()
        await turns()
        await self.cancelled(task)
        self.assertEqual(self.methods(), ["session/prompt", "$/cancelRequest"])

    async def test_cancelling_a_task_inside_its_loop_cancels_the_run_though_something_else_holds_its_events(self) -> None:
        run = self.server.open_session().prompt("hi")
        events = aiter(run)

        async def slow() -> None:
            async for _ in events:
                await asyncio.Event().wait()

        task = asyncio.create_task(slow())
        await turns()
        self.server.begin_run()
        await turns()
        await self.cancelled(task)
        self.assertEqual(self.methods(), ["session/prompt", "$/cancelRequest"])

    async def test_cancelling_a_task_that_closed_or_handed_on_its_events_aborts_nothing(self) -> None:
        for leave in ("close", "hand on"):
            self.server = FakeServer()
            events = aiter(self.server.open_session().prompt("hi"))

            async def loop(leave: str = leave, events: RunEvents = events) -> None:
                async for _ in events:
                    if leave == "close":
                        events.close()
                    await asyncio.Event().wait()

            task = asyncio.create_task(loop())
            await turns()
            self.server.begin_run()
            await turns()
            other = asyncio.create_task(anext(events, None)) if leave == "hand on" else None
            await turns()
            await self.cancelled(task)
            self.assertEqual(self.methods(), ["session/prompt"])
            if other is not None:
                self.server.event(NOTICE)
                self.assertIsNotNone(await other)

    async def test_a_time_limit_inside_the_loop_cancels_the_run_too(self) -> None:
        session = self.server.open_session()

        async def impatient() -> None:
            async with asyncio.timeout(None) as limit:
                async for _ in session.prompt("hi"):
                    limit.reschedule(asyncio.get_running_loop().time())
                    await asyncio.Event().wait()

        task = asyncio.create_task(impatient())
        await turns()
        self.server.begin_run()
        with self.assertRaises(TimeoutError):
            await task
        self.assertEqual(self.methods(), ["session/prompt", "$/cancelRequest"])

    async def test_an_exception_inside_the_loop_aborts_nothing(self) -> None:
        async def broken(session: Session) -> None:
            async for _ in session.prompt("hi"):
                raise ValueError("mine")

        task = asyncio.create_task(broken(self.server.open_session()))
        await turns()
        self.server.begin_run()
        with self.assertRaises(ValueError):
            await task
        self.assertEqual(self.methods(), ["session/prompt"])

    async def test_others_who_wait_for_a_cancelled_run_are_told(self) -> None:
        run = self.server.open_session().prompt("hi")
        one, other = asyncio.ensure_future(run), asyncio.ensure_future(run)
        await turns()
        await self.cancelled(one)
        with self.assertRaises(MyelinError) as caught:
            await other
        self.assertEqual(caught.exception.code, "CANCELLED")

    async def test_the_closing_events_of_a_cancelled_run_still_arrive(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        task = asyncio.ensure_future(session.prompt("hi"))
        await turns()
        prompt_id = self.server.begin_run()
        await self.cancelled(task)
        self.server.end_run(prompt_id)
        self.assertEqual([(await anext(stream)).type for _ in range(2)], ["agent_start", "agent_end"])

    async def cancelled(self, task: asyncio.Future[Any]) -> None:
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await turns()


class EventStreamTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()

    async def test_a_stream_has_all_from_the_moment_it_was_opened(self) -> None:
        session = self.server.open_session()
        self.server.event(NOTICE)
        stream = session.events()
        self.server.event({"type": "session_idle"})
        self.server.event(NOTICE)
        self.assertEqual([(await anext(stream)).type for _ in range(2)], ["session_idle", "notice"])

    async def test_a_slow_consumer_holds_up_nobody(self) -> None:
        session = self.server.open_session()
        slow, quick = session.events(), session.events()
        for _ in range(10_000):
            self.server.event(NOTICE)
        call = asyncio.create_task(session.state())
        for _ in range(10_000):
            await anext(quick)
        await turns()
        self.server.say({"id": self.server.sent[-1]["id"], "error": {"code": 1, "message": "reached"}})
        with self.assertRaises(MyelinError):
            await call
        self.assertEqual(len([await anext(slow) for _ in range(10_000)]), 10_000)

    async def test_a_stream_that_was_dropped_takes_nothing(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        dropped = weakref.ref(stream)
        del stream
        gc.collect()
        self.assertIsNone(dropped())
        self.server.event(NOTICE)

    async def test_a_closed_stream_ends_without_what_waited(self) -> None:
        stream = self.server.open_session().events()
        self.server.event(NOTICE)
        stream.close()
        self.server.event(NOTICE)
        with self.assertRaises(StopAsyncIteration):
            await anext(stream)

    async def test_closing_a_session_ends_its_streams_quietly(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        self.server.event(NOTICE)
        closing = asyncio.create_task(session.close())
        await turns()
        self.server.answer({})
        await closing
        self.assertEqual([event.type async for event in stream], ["notice"])

