"""A consumer that stops taking events holds its session up, and nothing else."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

from myelin import AgentEnd, Gap, MessageEnd, MessageUpdate, ModelRef, SessionEvent, ToolCallInfo
from myelin._subscription import Wishes
from server_case import ServerCase, content_of, until
from verifies import verifies

FLOOD = ModelRef(provider="flood", id="words")
WORDS = 200_000


class SlowConsumerTest(ServerCase):
    def flooding(self) -> list[str]:
        """Has the server load the model that says a lot."""
        return ["--plugin", str(Path(__file__).parent / "flood.mjs")]

    async def test_memory_is_bounded_hooks_answer_and_nothing_is_lost(self) -> None:
        verifies("R39")
        asked: list[ToolCallInfo] = []
        async with self.spawn(arguments=self.flooding()) as myelin:
            session = await myelin.create_session(cwd=self.folder, model=FLOOD)
            other = await myelin.create_session(cwd=self.folder)
            myelin.on_tool_call(asked.append)
            await other.prompt("hello")
            tracemalloc.start()
            self.addCleanup(tracemalloc.stop)
            events = aiter(session.prompt(f"flood {WORDS}"))
            text = (await until(events, MessageUpdate)).delta
            for _ in range(3):
                await other.prompt('bash command="echo hi"')
            self.assertEqual(len(asked), 3)
            self.assertTrue((await session.state()).is_running)
            self.assertLess(tracemalloc.get_traced_memory()[0], 20_000_000)
            seen: list[SessionEvent] = []
            async for event in events:
                if isinstance(event, MessageUpdate):
                    text += event.delta
                else:
                    seen.append(event)
            self.assertLess(tracemalloc.get_traced_memory()[1], 60_000_000)
        self.assertEqual(text, "word " * WORDS + "done")
        [answer] = [content_of(event.message) for event in seen if isinstance(event, MessageEnd)][-1]
        self.assertEqual(getattr(answer, "text"), text)
        self.assertIsInstance(seen[-1], AgentEnd)

    async def test_a_loop_from_the_beginning_gives_no_other_loop_its_text_twice(self) -> None:
        async with self.spawn(arguments=self.flooding()) as myelin:
            session = await myelin.create_session(cwd=self.folder, model=FLOOD)
            start, first = session.seq, session.events()
            run = session.prompt(f"flood {WORDS}")

            others = asyncio.Event()

            async def text_of(events: AsyncIterator[SessionEvent]) -> int:
                length = 0
                async for event in events:
                    if isinstance(event, MessageUpdate):
                        await others.wait()
                        length += len(event.delta)
                    elif isinstance(event, AgentEnd):
                        break
                return length

            reading = asyncio.ensure_future(text_of(first))
            held, stands = start, 0
            while held < start + 100 or stands < 20:
                await session.state()
                held, stands = session.seq, stands + 1 if session.seq == held else 0
            late = session.events(after_seq=start)
            others.set()
            both = await asyncio.gather(reading, text_of(late))
            self.assertEqual((await run).end_reason, "stop")
        self.assertEqual(both, [1_000_004, 1_000_004])

    async def test_a_loop_that_was_left_or_never_begun_holds_up_nobody(self) -> None:
        async with self.spawn(arguments=self.flooding()) as myelin:
            session = await myelin.create_session(cwd=self.folder, model=FLOOD)
            async with asyncio.timeout(20):
                self.assertEqual((await session.prompt("flood 20000")).end_reason, "stop")
                run = session.prompt("flood 20000")
                async for _ in run:
                    break
                self.assertEqual((await run).end_reason, "stop")
                unread = session.prompt("flood 20000")
                await unread

    async def test_the_maker_of_a_session_that_attaches_anew_is_waited_for_unless_it_wishes_for_gaps(self) -> None:
        async with self.spawn(arguments=self.flooding()) as myelin:
            for wishes, has_gaps in ((Wishes(window_bytes=1000), False), (Wishes(window_bytes=1000, when_full="gap"), True)):
                session = await myelin.create_session(cwd=self.folder, model=FLOOD)
                await session.attach(**wishes)
                gaps, slow, text = 0, 20, ""
                async for event in session.prompt("flood 5000"):
                    if isinstance(event, Gap):
                        gaps += 1
                    elif isinstance(event, MessageUpdate):
                        text += event.delta
                        if (slow := slow - 1) > 0:
                            await session.state()  # slower than the model, which says 100 words a turn of its event loop
                self.assertEqual((gaps > 0, text == "word " * 5000 + "done"), (has_gaps, not has_gaps))
