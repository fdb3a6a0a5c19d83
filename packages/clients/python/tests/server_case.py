"""Tests against the real server, bundled once."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from leak_case import LeakCase
from myelin import ContentBlock, Message, Myelin, MyelinError, SessionEvent, Spawning, UnknownMessage

ROOT = Path(__file__).parents[4]
SERVER = ROOT / "packages" / "myelin" / "dist" / "server.cjs"

Event = TypeVar("Event", bound=SessionEvent)


def bundle_server() -> None:
    """Builds the server unless it is there and fresh."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("these tests need node on the PATH, to build and run the server")
    subprocess.run([node, str(ROOT / "scripts" / "bundle.mjs")], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


class ServerCase(LeakCase):
    """Each test has a folder of its own, and no model's key."""

    @classmethod
    def setUpClass(cls) -> None:
        bundle_server()
        super().setUpClass()

    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def spawn(self, arguments: Sequence[str] = (), **options: Any) -> Spawning:
        """Starts the server in an empty home."""
        command = ["node", str(SERVER), *arguments]
        return Myelin.spawn(command, name="driver", env=clean_environment(self.folder), **options)


def clean_environment(home: Path) -> dict[str, str]:
    """What keeps a server from finding anybody's settings and keys."""
    keys = dict.fromkeys(("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY"), "")
    return {"HOME": str(home), "XDG_CONFIG_HOME": str(home), **keys}


async def collect(events: AsyncIterable[SessionEvent]) -> list[SessionEvent]:
    """All events of a loop, in order."""
    return [event async for event in events]


async def until(events: AsyncIterator[SessionEvent], kind: type[Event]) -> Event:
    """Takes events until the first of a type."""
    async for event in events:
        if isinstance(event, kind):
            return event
    raise AssertionError(f"the stream ended before a {kind.__name__}")


def of_type(events: list[SessionEvent], kind: type[Event]) -> list[Event]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def content_of(message: Message | None) -> tuple[ContentBlock, ...]:
    """The blocks of a message that must be there and known."""
    assert message is not None and not isinstance(message, UnknownMessage), message
    return message.content


def text_of(blocks: tuple[ContentBlock, ...]) -> str:
    """The blocks as JSON, to look for words in."""
    return json.dumps([block.to_wire() for block in blocks], ensure_ascii=False)


async def code_of(failing: Any) -> str:
    """The code with which something fails."""
    try:
        found = await failing
    except MyelinError as error:
        return error.code
    raise AssertionError(f"expected a failure, found {found}")
