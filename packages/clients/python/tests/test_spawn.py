"""Whatever goes wrong at the start is said, and leaves no process."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from leak_case import LeakCase
from myelin import Myelin, MyelinError, ProcessExitedError
from scripted_server import HELLO

SILENT = [sys.executable, "-c", "import sys; sys.stderr.write('loading'); sys.stderr.flush(); sys.stdin.read()"]

ANSWERING = "import json, sys; said = json.loads(sys.stdin.readline()); print('{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":%s}' % (said['id'], sys.argv[1]), flush=True); sys.stdin.read()"


class SpawnTest(LeakCase):
    async def test_one_that_does_not_answer_in_time_is_ended(self) -> None:
        with self.assertRaises(MyelinError) as caught:
            await Myelin.spawn(SILENT, timeout=0.5)
        self.assertEqual(caught.exception.code, "SPAWN_FAILED")
        self.assertIn("did not answer within 0.5 s", str(caught.exception))
        self.assertIn("loading", str(caught.exception))

    async def test_one_that_ends_at_once_says_how(self) -> None:
        with self.assertRaises(ProcessExitedError) as caught:
            await Myelin.spawn([sys.executable, "-c", "import sys; sys.exit('bad settings')"])
        self.assertEqual((caught.exception.exit_code, caught.exception.stderr), (1, "bad settings\n"))

    async def test_one_that_is_not_there_is_named(self) -> None:
        with self.assertRaises(MyelinError) as caught:
            async with Myelin.spawn(["/no/such/program"]):
                self.fail("it started")
        self.assertEqual(caught.exception.code, "SPAWN_FAILED")

    async def test_a_start_that_is_cancelled_leaves_nothing(self) -> None:
        for ticks in range(12):
            starting = asyncio.ensure_future(Myelin.spawn(SILENT))
            for _ in range(ticks):
                await asyncio.sleep(0.005)
            starting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await starting

    async def test_the_environment_is_added_to_ours(self) -> None:
        program = "import os, sys; sys.exit(os.environ['COLOUR'] + str(len(os.environ['PATH']) > 0))"
        with self.assertRaises(ProcessExitedError) as caught:
            await Myelin.spawn([sys.executable, "-c", program], env={"COLOUR": "red"})
        self.assertEqual(caught.exception.stderr, "redTrue\n")

    async def test_a_server_of_another_version_is_told_by_its_version_whatever_else_it_says(self) -> None:
        cases: list[tuple[dict[str, Any], str, str]] = [
            (
                {"protocolVersion": 9, "serverInfo": {"name": "other"}, "limits": {}},
                "VERSION_MISMATCH",
                "this client speaks the protocol versions 1 to 1, the server other chose 9; upgrade this client",
            ),
            (
                {"protocolVersion": 0},
                "VERSION_MISMATCH",
                "this client speaks the protocol versions 1 to 1, the server chose 0; upgrade the server",
            ),
            (
                {"protocolVersion": "1"},
                "INVALID_ANSWER",
                "cannot read the answer to initialize: protocolVersion is not a whole number: '1'",
            ),
            (
                {**HELLO, "limits": {"maxFrameBytes": "1"}},
                "INVALID_ANSWER",
                "cannot read the answer to initialize: limits.maxFrameBytes is not a number of bytes: '1'",
            ),
        ]
        for answer, code, text in cases:
            with self.assertRaises(MyelinError) as caught:
                await Myelin.spawn([sys.executable, "-c", ANSWERING, json.dumps(answer)])
            self.assertEqual((caught.exception.code, str(caught.exception)), (code, text))
