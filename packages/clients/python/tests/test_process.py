"""The child is started, drained and ended, its whole process group with it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from unittest import mock

from leak_case import LeakCase
from myelin import MyelinError, ProcessExitedError, _process
from myelin._process import ServerProcess

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"
DEAF = "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('ready', flush=True)\nsignal.pause()"
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
sys.stdin.read()
"""


class Receiver:
    """Keeps what the process says, and how it ended."""

    def __init__(self) -> None:
        self.data = b""
        self.changed = asyncio.Event()
        self.end: asyncio.Future[MyelinError] = asyncio.get_running_loop().create_future()

    def received(self, data: bytes) -> None:
        self.data += data
        self.changed.set()

    def ended(self, error: MyelinError) -> None:
        self.end.set_result(error)

    async def first_line(self) -> str:
        while b"\n" not in self.data:
            self.changed.clear()
            await self.changed.wait()
        return self.data.split(b"\n")[0].decode()


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def until_gone(pid: int) -> None:
    while is_running(pid):
        await asyncio.sleep(0.01)


class ServerProcessTest(LeakCase):
    async def test_bytes_go_in_and_come_out(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(ECHO), receiver)
        process.write("hello \U0001f600\n".encode())
        self.assertEqual(await receiver.first_line(), "hello \U0001f600")
        await process.close()
        self.assertEqual((await receiver.end).code, "PROCESS_EXITED")

    async def test_five_megabytes_go_both_ways(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(ECHO), receiver)
        process.write(b"x" * 5_000_000 + b"\n")
        await process.drain()
        self.assertEqual(len(await receiver.first_line()), 5_000_000)
        await process.close()

    async def test_its_own_end_is_told_with_exit_code_and_the_tail_of_stderr(self) -> None:
        receiver = Receiver()
        program = "import sys; sys.stderr.write('x' * 100_000 + 'last words'); sys.exit(3)"
        process = await ServerProcess.spawn(python(program), receiver)
        error = await receiver.end
        assert isinstance(error, ProcessExitedError)
        self.assertEqual((error.code, error.exit_code, len(error.stderr)), ("PROCESS_EXITED", 3, 8192))
        self.assertTrue(error.stderr.endswith("xlast words"))
        self.assertIn("exited with code 3", str(error))
        await process.close()

    async def test_a_signal_that_killed_it_is_named(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(ECHO), receiver)
        os.kill(process.pid, signal.SIGKILL)
        error = await receiver.end
        assert isinstance(error, ProcessExitedError)
        self.assertEqual(error.exit_code, -signal.SIGKILL)
        self.assertIn("was killed by SIGKILL", str(error))
        await process.close()

    async def test_all_that_it_wrote_before_its_end_arrives(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python("print('y' * 1_000_000)"), receiver)
        await receiver.end
        self.assertEqual(len(receiver.data), 1_000_001)
        await process.close()

    async def test_a_flood_on_stderr_stops_nobody(self) -> None:
        receiver = Receiver()
        program = "import sys; sys.stderr.write('noise\\n' * 1_000_000); print('done', flush=True); sys.stdin.read()"
        process = await ServerProcess.spawn(python(program), receiver)
        self.assertEqual(await receiver.first_line(), "done")
        await process.close()

    async def test_a_program_that_is_not_there_fails_to_start(self) -> None:
        with self.assertRaises(MyelinError) as caught:
            await ServerProcess.spawn(["/no/such/program"], Receiver())
        self.assertEqual(caught.exception.code, "SPAWN_FAILED")
        self.assertIn("/no/such/program", str(caught.exception))

    async def test_what_it_started_ends_with_it(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(PARENT), receiver)
        grandchild = int(await receiver.first_line())
        await process.close()
        await until_gone(grandchild)

    async def test_what_it_started_ends_when_it_is_killed(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(PARENT), receiver)
        grandchild = int(await receiver.first_line())
        os.kill(process.pid, signal.SIGKILL)
        self.assertEqual((await receiver.end).code, "PROCESS_EXITED")
        await until_gone(grandchild)
        await process.close()

    async def test_one_that_does_not_leave_is_killed(self) -> None:
        receiver = Receiver()
        with mock.patch.multiple(_process, EXIT_GRACE_SECONDS=0.05, TERMINATE_GRACE_SECONDS=0.05):
            process = await ServerProcess.spawn(python(DEAF), receiver)
            await receiver.first_line()
            await process.close()
        await until_gone(process.pid)

    async def test_one_that_closes_its_output_is_asked_to_leave_and_then_made_to(self) -> None:
        receiver = Receiver()
        program = "import os, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); os.close(1); signal.pause()"
        with mock.patch.object(_process, "EXIT_GRACE_SECONDS", 0.05):
            process = await ServerProcess.spawn(python(program), receiver)
            self.assertEqual((await receiver.end).code, "PROCESS_EXITED")
        await process.close()

    async def test_a_cancelled_close_kills_at_once(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(DEAF), receiver)
        await receiver.first_line()
        closing = asyncio.create_task(process.close())
        await asyncio.sleep(0)
        closing.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await closing
        await until_gone(process.pid)

    async def test_closing_twice_and_after_the_end_is_fine(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(ECHO), receiver)
        await asyncio.gather(process.close(), process.close())
        await process.close()

    async def test_writing_to_one_that_is_gone_means_nothing(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(""), receiver)
        await receiver.end
        for _ in range(10):
            process.write(b"x" * 100_000)
        await process.drain()
        await process.close()

    async def test_draining_ends_when_it_dies_without_reading(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python("import time; time.sleep(600)"), receiver)
        process.write(b"x" * 5_000_000)
        draining = asyncio.create_task(process.drain())
        await asyncio.sleep(0)
        self.assertFalse(draining.done())
        os.kill(process.pid, signal.SIGKILL)
        await draining
        await process.close()

    async def test_it_is_in_a_group_of_its_own(self) -> None:
        receiver = Receiver()
        process = await ServerProcess.spawn(python(ECHO), receiver)
        self.assertEqual(os.getpgid(process.pid), process.pid)
        self.assertNotEqual(os.getpgid(process.pid), os.getpgid(0))
        await process.close()
