"""Every golden conversation comes out of this client as it was written down."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from leak_case import LeakCase
from transcript_driver import Driver

FOLDER = Path(os.environ.get("MYELIN_TRANSCRIPTS", Path(__file__).parents[4] / "test" / "transcripts"))


class TranscriptTest(LeakCase):
    """One test for each file."""


async def _replay(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        verdict = Path(folder, "verdict")
        driver = Driver(["node", str(FOLDER / "play.mjs"), str(path), "--verdict", str(verdict)])
        try:
            await _play_lines(driver, path)
        except Exception as error:
            await driver.close()
            said = verdict.read_text() if verdict.exists() else "nothing"
            raise AssertionError(f"{error!r}\nthe player says: {said}") from error
        await driver.close()
        said = verdict.read_text() if verdict.exists() else "nothing"
        if said != "ok":
            raise AssertionError(f"the player says: {said}")


async def _play_lines(driver: Driver, path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            await driver.play(json.loads(line))
        except Exception as error:
            raise AssertionError(f"{path.name}:{number}: {error!r}") from error


def _test_of(path: Path) -> Callable[[TranscriptTest], Coroutine[Any, Any, None]]:
    async def test(self: TranscriptTest) -> None:
        await _replay(path)

    test.__doc__ = json.loads(path.read_text(encoding="utf-8").split("\n")[0]).get("note")
    return test


for _path in sorted(FOLDER.glob("*.jsonl")):
    setattr(TranscriptTest, f"test_{_path.stem.replace('-', '_')}", _test_of(_path))
