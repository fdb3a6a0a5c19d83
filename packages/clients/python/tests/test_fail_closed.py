"""A broken guard is a shut gate: the tool does not run, and the decision says why."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from myelin import Block, MyelinError, ToolCallInfo, ToolDecision, ToolExecutionEnd
from server_case import SERVER, ServerCase, clean_environment, collect, of_type
from verifies import verifies


def throws(call: ToolCallInfo) -> None:
    raise ZeroDivisionError("boom")


async def rejects(call: ToolCallInfo) -> None:
    raise ZeroDivisionError("boom")


def blocks(call: ToolCallInfo) -> Block:
    return Block("no")


async def hangs(call: ToolCallInfo) -> None:
    await asyncio.Event().wait()


def nested(depth: int) -> Any:
    """Lists in a list."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


class FailClosedTest(ServerCase):
    async def test_a_guard_that_throws_denies(self) -> None:
        await self.denies(throws, "crash", "ZeroDivisionError: boom")

    async def test_a_guard_that_throws_after_a_wait_denies(self) -> None:
        await self.denies(rejects, "crash", "ZeroDivisionError: boom")

    async def test_a_guard_that_answers_nonsense_denies(self) -> None:
        await self.denies(lambda call: "yes", "invalid")
        await self.denies(lambda call: True, "invalid")
        await self.denies(lambda call: {"decision": "allow"}, "invalid")

    async def test_a_guard_that_takes_too_long_denies(self) -> None:
        await self.denies(hangs, "timeout", timeout_ms=100)

    async def test_a_guard_whose_registration_cannot_be_sent_denies(self) -> None:
        """It is in force nowhere, so that no prompt goes out until it is removed."""
        verifies("R82")
        unsendable: tuple[dict[str, Any], ...] = (
            {"timeout_ms": float("nan")},
            {"timeout_ms": float("-inf")},
            {"hook_id": object()},
            {"hook_id": "x" * 40_000_000},
            {"on_failure": nested(100_000)},
        )
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            for scope in (session, myelin):
                for terms in unsendable:
                    scope.on_tool_call(**terms)(blocks)
                    for _ in range(2):
                        with self.assertRaises(MyelinError) as caught:
                            await session.prompt('bash command="touch trace"')
                        self.assertEqual(caught.exception.code, "HOOK_REJECTED")
                    await scope.remove_hook(blocks)
            self.assertEqual((await session.prompt("hello")).end_reason, "stop")
        self.assertFalse((self.folder / "trace").exists())

    async def test_a_guard_without_an_end_of_its_time_is_in_force(self) -> None:
        verifies("R82")
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on_tool_call(hook_id="endless", timeout_ms=float("inf"))(blocks)
            events = await collect(session.prompt('bash command="touch trace"'))
        self.assertEqual([end.is_error for end in of_type(events, ToolExecutionEnd)], [True])

    async def test_a_guard_that_throws_allows_only_where_it_was_registered_so(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on_tool_call(on_failure="allow")(throws)
            with self.assertLogs("myelin"):
                events = await collect(session.prompt('bash command="touch trace"'))
        self.assertTrue((self.folder / "trace").exists())
        [decision] = of_type(events, ToolDecision)
        self.assertEqual((decision.answer, decision.decisions[0].cause), ("allow", "crash"))

    async def test_a_client_that_goes_away_while_it_is_asked_denies(self) -> None:
        closed = asyncio.Event()
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            async def guard(call: ToolCallInfo) -> None:
                await myelin.close()
                closed.set()

            with self.assertRaises(MyelinError) as caught:
                await session.prompt('bash command="touch trace"')
            await asyncio.wait_for(closed.wait(), 10)
        self.assertEqual(caught.exception.code, "DISCONNECTED")
        self.assertFalse((self.folder / "trace").exists())

    async def test_a_program_that_is_killed_while_it_is_asked_denies(self) -> None:
        verifies("R82")
        program = str(Path(__file__).parent / "hanging_guard.py")
        source = str(Path(__file__).parents[1] / "src")
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            program,
            str(SERVER),
            str(self.folder),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **clean_environment(self.folder), "PYTHONPATH": source},
        )
        assert child.stdout is not None
        server = int(await child.stdout.readline())
        self.assertEqual(await child.stdout.readline(), b"asked\n")
        child.kill()
        await child.wait()
        while Path(f"/proc/{server}/fd/0").exists():
            await asyncio.sleep(0.02)
        self.assertFalse((self.folder / "trace").exists())

    async def test_an_exit_inside_a_guard_denies(self) -> None:
        verifies("R82")
        program = str(Path(__file__).parent / "leaving_guard.py")
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            program,
            str(SERVER),
            str(self.folder),
            env={
                **os.environ,
                **clean_environment(self.folder),
                "PYTHONPATH": str(Path(__file__).parents[1] / "src"),
            },
        )
        self.assertEqual(await child.wait(), 7)
        self.assertFalse((self.folder / "trace").exists())

    async def denies(
        self, guard: Callable[[ToolCallInfo], Any], cause: str, reason: str = "", timeout_ms: int | None = None
    ) -> None:
        verifies("R82")
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on_tool_call(timeout_ms=timeout_ms)(guard)
            logs = self.assertLogs("myelin") if cause == "crash" else self.assertNoLogs("myelin")
            with logs:
                events = await collect(session.prompt('bash command="touch trace"'))
        self.assertFalse((self.folder / "trace").exists())
        self.assertEqual([end.is_error for end in of_type(events, ToolExecutionEnd)], [True])
        [decision] = of_type(events, ToolDecision)
        [one] = decision.decisions
        self.assertEqual((decision.answer, one.by, one.answer, one.cause), ("block", "driver", "block", cause))
        self.assertIn(reason, one.reason or "")

