"""A connection over a socket that breaks is made again: nothing is lost, nothing comes twice."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

from cutting_proxy import CuttingProxy
from myelin import (
    AgentEnd,
    Block,
    EventStream,
    Gap,
    MessageEnd,
    MessageUpdate,
    ModelRef,
    Myelin,
    MyelinError,
    SessionEvent,
    Spawning,
    ToolCallInfo,
    ToolExecutionEnd,
    ToolExecutionStart,
)
from server_case import code_of, collect, content_of, of_type, until
from socket_case import SocketCase

FLOOD = ModelRef(provider="flood", id="words")
PLUGIN = ["--plugin", str(Path(__file__).parent / "flood.mjs")]


class ReconnectCase(SocketCase):
    @property
    def door(self) -> Path:
        """Where the proxy listens."""
        return self.folder / "proxy"

    def connect(self, path: Path | None = None, reconnect: float = 20.0) -> Spawning:
        return Myelin.connect(path or self.door, name="driver", reconnect=reconnect)


class RandomCutsTest(ReconnectCase):
    async def test_wherever_it_breaks_each_event_comes_once(self) -> None:
        seed = int(os.environ.get("MYELIN_SEED") or random.randrange(1 << 30))
        print(f"MYELIN_SEED={seed}")
        chance = random.Random(seed)
        async with self.server(PLUGIN):
            with self.assertLogs("myelin"):
                await self.conversations(chance, seed)

    async def conversations(self, chance: random.Random, seed: int) -> None:
        for _ in range(4):
            budgets = [chance.choice((chance.randint(1, 900), chance.randint(900, 60_000))) for _ in range(8)]
            with self.subTest(seed=seed, budgets=budgets):
                await self.one_conversation(budgets)

    async def one_conversation(self, budgets: list[int]) -> None:
        self.door.unlink(missing_ok=True)
        # The first connection is whole: a client that cannot begin is told so.
        async with CuttingProxy(self.socket, self.door, [4000, *budgets]) as proxy:
            async with self.connect() as myelin:
                session = await myelin.create_session(cwd=self.folder, model=FLOOD)

                @myelin.on_tool_call
                def guard(call: ToolCallInfo) -> None: ...

                watching = asyncio.ensure_future(self.of_runs(session.events(after_seq=0), 2))
                texts: list[str] = []
                for words in (1000, 3000):
                    events = await collect(session.prompt(f"flood {words}"))
                    texts.append(self.text_of_run(events))
                    self.assertEqual(texts[-1], "word " * words + "done")
                self.assertGreater(proxy.connections, 1)
                seen = await watching
        self.assertEqual("".join(event.delta for event in of_type(seen, MessageUpdate)), "".join(texts))

    def text_of_run(self, events: list[SessionEvent]) -> str:
        """What the deltas say, which must be what the message came to."""
        self.assertEqual(of_type(events, Gap), [])
        self.assertEqual([event.type for event in events].count("agent_start"), 1)
        [message] = [one.message for one in of_type(events, MessageEnd) if one.message and one.message.role == "assistant"]
        text = "".join(event.delta for event in of_type(events, MessageUpdate))
        self.assertEqual([getattr(block, "text") for block in content_of(message)], [text])
        self.assertEqual(of_type(events, MessageUpdate)[-1].message.content, content_of(message))
        return text

    async def of_runs(self, stream: EventStream, runs: int) -> list[SessionEvent]:
        """The events up to the end of so many runs."""
        seen: list[SessionEvent] = []
        async for event in stream:
            seen.append(event)
            runs -= isinstance(event, AgentEnd)
            if runs == 0:
                break
        return seen


class BreakTest(ReconnectCase):
    async def test_hooks_and_tools_are_in_force_again_and_the_prompt_is_answered(self) -> None:
        async with self.server(), CuttingProxy(self.socket, self.door, []) as proxy, self.connect() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            def guard(call: ToolCallInfo) -> Block | None:
                return Block("not here") if call.tool_name == "bash" else None

            @myelin.tool(description="Looks a word up in the dictionary")
            def lookup(word: str) -> str:
                return f"{word}: found"

            self.assertEqual((await session.prompt('bash command="touch trace"')).tool_errors, 1)
            run = session.prompt('slow: lookup word="myelin" then bash command="touch trace"')
            events = aiter(run)
            await until(events, MessageUpdate)
            with self.assertLogs("myelin"):
                proxy.cut()
                rest = await collect(events)
            ends = of_type(rest, ToolExecutionEnd)
            self.assertEqual([(end.tool_name, end.is_error) for end in ends], [("lookup", False), ("bash", True)])
            self.assertEqual(ends[1].result.content[0].to_wire(), {"type": "text", "text": "not here"})
            self.assertEqual((await run).end_reason, "stop")
            self.assertEqual(proxy.connections, 2)
        self.assertFalse((self.folder / "trace").exists())

    async def test_a_guard_that_is_asked_when_it_breaks_denies(self) -> None:
        asked = asyncio.Event()
        async with self.server(), CuttingProxy(self.socket, self.door, []) as proxy, self.connect() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            async def guard(call: ToolCallInfo) -> None:
                asked.set()
                await asyncio.Event().wait()

            run = session.prompt('bash command="touch trace"')
            events = aiter(run)
            await asked.wait()
            with self.assertLogs("myelin"):
                proxy.cut()
                ends = of_type(await collect(events), ToolExecutionEnd)
            self.assertEqual([end.is_error for end in ends], [True])
        self.assertFalse((self.folder / "trace").exists())

    async def test_other_calls_under_way_say_so_and_those_that_begin_meanwhile_wait(self) -> None:
        async with self.server(), CuttingProxy(self.socket, self.door, []) as proxy, self.connect() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            run = session.prompt('bash command="sleep 60"')
            await until(stream, ToolExecutionStart)
            lost = asyncio.ensure_future(code_of(session.state()))
            await asyncio.sleep(0)
            with self.assertLogs("myelin"):
                proxy.cut()
                self.assertEqual(await lost, "DISCONNECTED")
                held = asyncio.ensure_future(session.abort("enough"))
                self.assertTrue((await held).stopped)
            self.assertEqual((await run).end_reason, "aborted")

    async def test_a_prompt_that_is_cancelled_while_it_is_broken_is_aborted(self) -> None:
        async with self.server(), CuttingProxy(self.socket, self.door, []) as proxy, self.connect() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            waiting = asyncio.ensure_future(session.prompt('bash command="sleep 60"'))
            await until(stream, ToolExecutionStart)
            with self.assertLogs("myelin"):
                proxy.cut()
                while not myelin._connection._held == {}:  # pyright: ignore[reportPrivateUsage]
                    await asyncio.sleep(0)
                waiting.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await waiting
                self.assertEqual((await until(stream, AgentEnd)).summary.end_reason, "aborted")

    async def test_a_server_that_was_started_anew_goes_on_with_the_session(self) -> None:
        async with self.server() as first, self.connect(self.socket) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()

            @session.on_tool_call
            def guard(call: ToolCallInfo) -> Block:
                return Block("not here")

            await session.prompt("hello")
            await until(stream, AgentEnd)
            with self.assertLogs("myelin"):
                first.terminate()
                await first.wait()
                async with self.server():
                    self.assertEqual((await session.prompt('bash command="touch trace"')).tool_errors, 1)
                    self.assertEqual((await until(stream, AgentEnd)).summary.tool_errors, 1)
                    await myelin.close()

    async def test_one_that_cannot_be_made_again_ends_everything_and_says_why(self) -> None:
        async with self.server() as process, self.connect(self.socket, reconnect=0.3) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            run = session.prompt('bash command="sleep 60"')
            await until(stream, ToolExecutionStart)
            with self.assertLogs("myelin"):
                process.kill()
                for waiting in (run, collect(run), collect(stream), session.state()):
                    with self.assertRaises(MyelinError) as caught:
                        await waiting
                    self.assertEqual(caught.exception.code, "DISCONNECTED")
            self.assertIn("could not be made again", str(caught.exception))

    async def test_one_that_is_not_to_be_made_again_ends_at_once(self) -> None:
        async with self.server() as process, self.connect(self.socket, reconnect=0) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            process.kill()
            with self.assertRaises(MyelinError) as caught:
                await collect(stream)
            self.assertEqual(caught.exception.code, "DISCONNECTED")

    async def test_closing_while_it_is_broken_leaves_nothing(self) -> None:
        async with self.server() as process:
            async with self.connect(self.socket) as myelin:
                session = await myelin.create_session(cwd=self.folder)
                stream = session.events()
                with self.assertLogs("myelin"):
                    process.kill()
                    await process.wait()
                    while not myelin._connection._held == {}:  # pyright: ignore[reportPrivateUsage]
                        await asyncio.sleep(0)
                held = asyncio.ensure_future(code_of(session.state()))
                await asyncio.sleep(0)
            self.assertEqual(await held, "DISCONNECTED")
            self.assertEqual(await collect(stream), [])

    async def test_leaving_a_server_on_a_socket_leaves_its_sessions(self) -> None:
        async with self.server():
            async with self.connect(self.socket) as one:
                session = await one.create_session(cwd=self.folder)
                await session.prompt("hello")
            async with self.connect(self.socket) as other:
                self.assertIn(session.id, [listed.session_id for listed in await other.sessions() if listed.is_open])
                again = await other.open_session(session.id)
                events = await collect(again.prompt("hello"))
                self.assertIsInstance(events[-1], AgentEnd)

    async def test_nobody_there_is_said_at_once(self) -> None:
        with self.assertRaises(MyelinError) as caught:
            await self.connect(self.folder / "nobody")
        self.assertEqual(caught.exception.code, "DISCONNECTED")
        self.assertIn("nobody", str(caught.exception))
