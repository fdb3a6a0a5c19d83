"""What is given away: names, types, a version, and a README whose program runs."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib.util
import inspect
import json
import os
import pydoc
import subprocess
import sys
import tempfile
import tomllib
import unittest
import venv
import zipfile
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

    def test_the_version_is_that_of_the_repository_and_stands_in_one_place(self) -> None:
        project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
        repository = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
        self.assertEqual(myelin.__version__, repository["version"])
        self.assertEqual(project["project"]["dynamic"], ["version"])
        self.assertEqual(project["tool"]["hatch"]["version"], {"path": "src/myelin/_version.py"})
        self.assertEqual(project["project"]["dependencies"], [])

    def test_its_help_tells_every_public_name_and_no_private_module(self) -> None:
        text = pydoc.plain(pydoc.render_doc(myelin))
        self.assertTrue(text.startswith("Python Library Documentation: package myelin"))
        for name in ("Myelin", "Session", "Run", "SyncMyelin", "MessageUpdate"):
            self.assertIn(f"class {name}(", text)
        self.assertIn("spawn(command:", text)

    def test_it_says_that_it_is_typed(self) -> None:
        self.assertTrue((PACKAGE / "src" / "myelin" / "py.typed").exists())


class WheelTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_wheel_is_built_and_imported_and_brings_all_that_it_needs(self) -> None:
        builder = self.builder()
        build = f"from hatchling.build import build_wheel; print(build_wheel({str(self.folder)!r}))"
        name = run(builder, "-c", build, cwd=PACKAGE).splitlines()[-1]
        self.assertEqual(name, f"myelin-{myelin.__version__}-py3-none-any.whl")
        with zipfile.ZipFile(self.folder / name) as wheel:
            wheel.extractall(self.folder / "installed")
            names = set(wheel.namelist())
        sources = {str(path.relative_to(PACKAGE / "src")) for path in (PACKAGE / "src").rglob("*.py")}
        self.assertEqual({one for one in names if one.endswith(".py")}, sources)
        self.assertIn("myelin/py.typed", names)
        metadata = (self.folder / "installed" / f"myelin-{myelin.__version__}.dist-info" / "METADATA").read_text("utf-8")
        self.assertNotIn("Requires-Dist", metadata)
        found = run(
            sys.executable,
            *("-I", "-c", f"import sys; sys.path.insert(0, {str(self.folder / 'installed')!r}); import myelin; print(myelin.__file__)"),
            cwd=self.folder,
        )
        self.assertEqual(found.strip(), str(self.folder / "installed" / "myelin" / "__init__.py"))

    def builder(self) -> str:
        """A Python that has the build backend; where CI has none it is installed into an environment of its own."""
        if importlib.util.find_spec("hatchling") is not None:
            return sys.executable
        if os.environ.get("CI") != "true":
            self.skipTest("the build backend hatchling is not installed")
        venv.create(self.folder / "venv", with_pip=True)
        python = str(self.folder / "venv" / "bin" / "python")
        installed = subprocess.run([python, "-m", "pip", "install", "-q", "hatchling"], capture_output=True, text=True)
        if installed.returncode != 0:
            self.skipTest(f"the build backend hatchling could not be installed: {installed.stderr.strip()[-300:]}")
        return python


def run(*command: str, cwd: Path) -> str:
    """What a command prints; it must end well."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


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
