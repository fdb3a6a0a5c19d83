"""Each story of examples/clients, told in Python, runs and says what it promises."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from cutting_proxy import CuttingProxy
from server_case import ROOT, SERVER, clean_environment
from socket_case import SocketCase

STORIES = ROOT / "examples" / "clients"
PROMPT = "POST /prompt HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello"
SOURCE = Path(__file__).parents[1] / "src"


class ExamplesTest(SocketCase):
    def test_there_is_one_for_each_story(self) -> None:
        stories = sorted(path.name for path in STORIES.iterdir() if path.is_dir())
        self.assertEqual([path.stem for path in sorted(STORIES.glob("*/*.py"))], stories)

    async def test_print_deltas(self) -> None:
        said = await self.run_story("print-deltas")
        self.assertIn("I am the demo model", said[0])
        self.assertTrue(said[-1].startswith("— stop, "))

    async def test_veto_a_tool(self) -> None:
        said = await self.run_story("veto-a-tool")
        self.assertEqual(said[0], "echo fine: allow by guard (no reason needed)")
        self.assertEqual(said[1], "rm -rf build: block by guard (nothing is deleted here)")
        self.assertIn("nothing is deleted here", said[2])

    async def test_define_a_tool(self) -> None:
        said = await self.run_story("define-a-tool")
        self.assertEqual(said[0], "… looking for myelin")
        self.assertIn("myelin: the sheath of a nerve", said[1])

    async def test_rewrite_the_context(self) -> None:
        said = await self.run_story("rewrite-the-context")
        self.assertIn("sk-12345", said[0])
        self.assertEqual(said[1], "the model saw: echo the key is [hidden]")

    async def test_steer(self) -> None:
        said = await self.run_story("steer")
        self.assertEqual(said[:3], ['waits: bash command="echo two"', "runs: echo one", "runs: echo two"])

    async def test_fleet(self) -> None:
        self.assertEqual(await self.run_story("fleet"), ["20 sessions, 40 turns, 20 tool calls"])

    async def test_reconnect(self) -> None:
        door = self.folder / "door"
        async with self.server(), CuttingProxy(self.socket, door, [6000, 3000, 5000]) as proxy:
            said = await self.run_story("reconnect", str(door), has_warnings=True)
            self.assertEqual(said, [f"round {turn}: whole True" for turn in range(1, 6)])
            self.assertGreater(proxy.connections, 1)

    async def test_server_sent_events(self) -> None:
        async with self.started("server-sent-events") as story:
            assert story.stdout is not None
            port = int((await story.stdout.readline()).decode().rsplit(":", 1)[1])
            prompted = await self.http(port, PROMPT)
            self.assertTrue((await prompted.read()).endswith(b"stop\n"))
            strange = ["", "abc", "-5", "another:1"]
            browsers = [await self.browser(port, last) for last in strange]
            self.assertTrue((await (await self.http(port, PROMPT)).read()).endswith(b"stop\n"))
            of, seq = "", ""
            for browser in browsers:
                of, seq = (await browser.readline()).decode().removeprefix("id: ").strip().split(":")
                self.assertEqual(await browser.readline(), b"event: agent_start\n")
            again = await self.browser(port, f"{of}:{int(seq) - 2}")
            self.assertEqual(await again.readline(), f"id: {of}:{int(seq) - 1}\n".encode())
            ill = await self.browser(port, f"{of}:-5")
            self.assertTrue((await (await self.http(port, PROMPT)).read()).endswith(b"stop\n"))
            await ill.readuntil(b"event: agent_start\n")
            story.send_signal(signal.SIGINT)
            _, complaints = await asyncio.wait_for(story.communicate(), 60)
        self.assertEqual((complaints.decode(), story.returncode), ("", 0))

    async def browser(self, port: int, last: str) -> asyncio.StreamReader:
        """One that is there, since it was told of the head of its answer."""
        reader = await self.http(port, f"GET /events HTTP/1.1\r\nLast-Event-ID: {last}\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        return reader

    async def http(self, port: int, request: str) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        self.addCleanup(writer.close)
        writer.write(request.encode())
        return reader

    async def run_story(self, name: str, *arguments: str, has_warnings: bool = False) -> list[str]:
        """The lines that a story prints; it must end well, and complain of nothing."""
        async with self.started(name, *arguments) as story:
            stdout, stderr = await asyncio.wait_for(story.communicate(), 60)
        self.assertEqual(story.returncode, 0, stderr.decode())
        if not has_warnings:
            self.assertEqual(stderr.decode(), "")
        return stdout.decode().splitlines()

    @asynccontextmanager
    async def started(self, name: str, *arguments: str) -> AsyncGenerator[asyncio.subprocess.Process]:
        story = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-X", "dev", str(STORIES / name / f"{name}.py"), *arguments),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=self.folder,
            env={
                **os.environ,
                **clean_environment(self.folder),
                "MYELIN_COMMAND": str(SERVER),
                "PYTHONPATH": str(SOURCE),
                "PYTHONIOENCODING": "utf-8",
            },
        )
        try:
            yield story
        finally:
            await story.communicate()
