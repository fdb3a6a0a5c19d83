"""A client is used on the event loop that it was made on; elsewhere it says so at once."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from fake_server import FakeServer, turns
from leak_case import LeakCase
from myelin import MyelinError, ToolContext
from myelin._link import Link
from server_case import ServerCase

NOTHING: Any = None


def on_another_loop(use: Callable[[], Coroutine[Any, Any, object]]) -> MyelinError | object:
    """What an awaitable comes to on a loop in a thread of its own: its error, or its result."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(asyncio.run(use()))
        except MyelinError as error:
            outcome.append(error)

    thread = threading.Thread(target=lambda: contextvars.Context().run(run))
    thread.start()
    thread.join(30)
    return outcome[0] if outcome else "it hung"


class OwnLoopTest(LeakCase):
    def assert_wrong_loop(self, found: object, name: str) -> None:
        self.assertIsInstance(found, MyelinError, name)
        assert isinstance(found, MyelinError)
        self.assertEqual(found.code, "WRONG_LOOP", name)
        self.assertEqual(
            str(found),
            "made on one event loop and used on another; open the client on the loop where it is used, or use "
            "Myelin.spawn_sync or Myelin.connect_sync, which are good for every thread and every loop",
            name,
        )

    async def test_whatever_is_awaited_looped_over_or_registered_on_another_loop_raises_at_once_and_sends_nothing(self) -> None:
        server = FakeServer()
        session = server.open_session()
        client = server.open_client_scope()
        stream = session.events()
        run, looped = session.prompt("hello"), session.prompt("hello")
        events = aiter(looped)
        link = Link(server.peer, NOTHING, NOTHING)
        context = ToolContext("s1", "call-1", server.peer.connection, "token")
        uses: dict[str, Callable[[], Any]] = {
            "state": session.state,
            "set_model": lambda: session.set_thinking_level("off"),
            "attach": session.attach,
            "detach": session.detach,
            "close": session.close,
            "abort": session.abort,
            "prompt": lambda: session.prompt("hello"),
            "await run": lambda: _awaited(run),
            "loop over run": lambda: aiter(run),
            "next event of run": lambda: anext(events),
            "close events of run": events.aclose,
            "events": session.events,
            "events after": lambda: session.events(after_seq=0),
            "next event": lambda: anext(stream),
            "close stream": stream.aclose,
            "on": lambda: session.on("tool_result")(print),
            "guard": lambda: session.on_tool_call(print),
            "context": lambda: client.on_context(print),
            "tool": lambda: client.tool(description="says")(say),
            "command": lambda: client.command(description="says")(say),
            "prompt_template": lambda: client.prompt_template("a", "b", description="c"),
            "remove": lambda: client.remove_command("a"),
            "progress": lambda: context.progress("x"),
            "settle": server.peer.registrations.settle,
            "close client": link.close,
        }
        sent = len(server.sent)
        for name, use in uses.items():
            self.assert_wrong_loop(await asyncio.to_thread(on_another_loop, lambda use=use: _used(use)), name)
        await turns()
        self.assertEqual(len(server.sent), sent)
        self.assertEqual(server.peer.hooks.ids_of(print, "s1"), [])
        waiting = asyncio.create_task(session.state())
        await turns()
        self.assertEqual(server.sent[-1]["method"], "session/state")
        waiting.cancel()
        server.die()

    async def test_where_no_loop_runs_a_registration_says_so(self) -> None:
        server = FakeServer()
        session = server.open_session()
        with self.assertRaises(MyelinError) as caught:
            await asyncio.to_thread(session.on_tool_call, print)
        self.assertEqual(caught.exception.code, "WRONG_LOOP")
        self.assertIn("used where no event loop runs", str(caught.exception))


class OwnLoopOfARealServerTest(ServerCase):
    def test_a_client_left_open_on_a_loop_of_its_own_fails_on_another_and_closes_on_its_own(self) -> None:
        home = asyncio.new_event_loop()
        self.addCleanup(home.close)
        spawning = self.spawn()
        myelin = home.run_until_complete(spawning.__aenter__())
        session = home.run_until_complete(myelin.create_session(cwd=self.folder))

        async def prompt() -> str:
            return (await session.prompt("hello")).end_reason

        for use in (myelin.status, prompt, lambda: spawning.__aexit__(None, None, None)):
            found = on_another_loop(use)
            self.assertEqual(getattr(found, "code", found), "WRONG_LOOP")
        self.assertEqual(home.run_until_complete(prompt()), "stop")
        home.run_until_complete(spawning.__aexit__(None, None, None))


async def _used(use: Callable[[], Any]) -> object:
    found = use()
    return await found if hasattr(found, "__await__") else found


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


def say() -> str:
    return "said"
