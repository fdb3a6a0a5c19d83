"""What is given away: names, types, a version, and a README whose program runs."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import os
import sys
import tomllib
import unittest
from pathlib import Path

import myelin
from myelin._generated import protocol
from server_case import ROOT, SERVER, ServerCase, clean_environment
from verifies import verifies

PACKAGE = Path(__file__).parents[1]


class SurfaceTest(unittest.TestCase):
    def test_every_public_name_is_there_and_no_other(self) -> None:
        public = {name for name, value in vars(myelin).items() if name[0] != "_" and not inspect.ismodule(value)}
        self.assertEqual(public | {"__version__"}, set(myelin.__all__))
        self.assertEqual(sorted(myelin.__all__), myelin.__all__)

    def test_every_event_and_block_and_message_is_public(self) -> None:
        for union in (protocol.SessionEvent, protocol.ContentBlock, protocol.Message):
            for variant in union.__args__:
                self.assertIs(getattr(myelin, variant.__name__), variant)

    def test_every_public_name_of_ours_is_documented(self) -> None:
        for name in myelin.__all__:
            value = getattr(myelin, name)
            if inspect.isclass(value) and value.__module__.startswith("myelin"):
                self.assertTrue(inspect.getdoc(value), name)
                for member, function in inspect.getmembers(value, inspect.isfunction):
                    if member[0] != "_":
                        self.assertTrue(inspect.getdoc(function), f"{name}.{member}")

    def test_events_cannot_be_changed(self) -> None:
        event = myelin.Notice(level="info", message="x")
        with self.assertRaises(dataclasses.FrozenInstanceError):
            event.message = "y"  # type: ignore

    def test_the_version_is_that_of_the_package(self) -> None:
        project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        self.assertEqual((project["name"], project["version"]), ("myelin", myelin.__version__))
        self.assertEqual(project["dependencies"], [])

    def test_it_says_that_it_is_typed(self) -> None:
        self.assertTrue((PACKAGE / "src" / "myelin" / "py.typed").exists())


class ReadmeTest(ServerCase):
    async def test_the_program_of_the_readme_runs(self) -> None:
        verifies("R84")
        program = ROOT / "examples" / "python-client" / "guard.py"
        self.assertIn(program.read_text(encoding="utf-8"), (PACKAGE / "README.md").read_text(encoding="utf-8"))
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-X", "dev", str(program)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=self.folder,
            env={
                **os.environ,
                **clean_environment(self.folder),
                "MYELIN_COMMAND": str(SERVER),
                "PYTHONPATH": str(PACKAGE / "src"),
                "PYTHONIOENCODING": "utf-8",
            },
        )
        stdout, stderr = await child.communicate()
        self.assertEqual((child.returncode, stderr.decode()), (0, ""))
        lines = stdout.decode().splitlines()
        self.assertEqual([line for line in lines if line.startswith(("lookup:", "bash:"))], ["lookup: ok", "bash: refused"])
        self.assertEqual(lines.count("— stop"), 2)
