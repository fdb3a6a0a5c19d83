"""usage: count.py client|bare COUNT   prints events a second, microseconds of processor for each, megabytes."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time

from myelin import MessageUpdate, Myelin

KIND, COUNT = sys.argv[1], int(sys.argv[2])
COMMAND = [shutil.which("node") or "node", os.path.join(os.path.dirname(__file__), "flood.mjs"), str(COUNT)]


class Figures:
    def __init__(self) -> None:
        self.spawned = time.perf_counter()
        self.began = self.cpu = 0.0
        self.seen = 0
        self.figures = {"rate": 0.0, "cpu": 0.0, "early": 0.0, "late": 0.0, "first": 0.0}

    def note(self) -> None:
        if self.seen == 0:
            self.began, self.cpu = time.perf_counter(), time.process_time()
            self.figures["first"] = (self.began - self.spawned) * 1000
        self.seen += 1
        if self.seen == COUNT // 10:
            self.figures["early"] = memory()

    def end(self) -> None:
        self.figures["rate"] = self.seen / (time.perf_counter() - self.began)
        self.figures["cpu"] = (time.process_time() - self.cpu) * 1e6 / self.seen
        self.figures["late"] = memory()
        print(json.dumps(self.figures))


def memory() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def by_client(figures: Figures) -> None:
    async with Myelin.spawn(command=COMMAND) as myelin:
        session = await myelin.create_session()
        length = 0
        async for event in session.prompt("go"):
            figures.note()
            if isinstance(event, MessageUpdate):
                length += len(event.delta)
        figures.end()
        assert length == COUNT * 20


def by_pipe(figures: Figures) -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin and child.stdout
        for number, method in enumerate(["initialize", "session/create", "session/prompt"], 1):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": {"promptId": "p"}}
            child.stdin.write(json.dumps(request).encode() + b"\n")
        child.stdin.flush()
        for line in child.stdout:
            message = json.loads(line)
            if message.get("id") == 3:
                break
            if message.get("method") == "session/event":
                figures.note()
        figures.end()
        child.kill()


if KIND == "client":
    asyncio.run(by_client(Figures()))
else:
    by_pipe(Figures())
