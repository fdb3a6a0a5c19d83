"""The same for programs without an event loop."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from myelin import (
    Block,
    MessageUpdate,
    ModelRef,
    Myelin,
    MyelinError,
    Run,
    Session,
    SessionEvent,
    SessionIdle,
    SyncMyelin,
    SyncRun,
    SyncSession,
    SyncToolContext,
    TextBlock,
    ToolCallInfo,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
    UiAskParams,
    UiResolved,
)
from myelin._loop_thread import LoopThread
from myelin._scope import Scope
from server_case import SERVER, ServerCase, clean_environment, of_type, text_of

ASKING = """
export default { name: 'asking', setup(myelin) {
	myelin.on('tool_call', async (call, { ui }) => void await ui.confirm({ title: 'Really?' }), { timeoutMs: Infinity });
} };
"""
NOT_HERE = {"spawn", "spawn_sync", "connect", "connect_sync", "connect_stdio", "serve"}


class SameNounsTest(unittest.TestCase):
    def test_every_method_is_there_under_its_name_with_its_parameters(self) -> None:
        for asynchronous, synchronous in ((Myelin, SyncMyelin), (Session, SyncSession), (Run, SyncRun)):
            for name, member in inspect.getmembers(asynchronous, inspect.isfunction):
                if name.startswith("_") or name in NOT_HERE or hasattr(Scope, name):
                    continue
                found = getattr(synchronous, name)
                self.assertTrue(inspect.getdoc(found), name)
                self.assertEqual(list(inspect.signature(found).parameters), list(inspect.signature(member).parameters), name)

    def test_the_parameters_of_a_spawn_are_the_same(self) -> None:
        for one, other in ((Myelin.spawn, Myelin.spawn_sync), (Myelin.connect, Myelin.connect_sync)):
            self.assertEqual(list(inspect.signature(one).parameters), list(inspect.signature(other).parameters))


class SyncTest(ServerCase):
    """The tests are plain functions: no loop runs in their thread."""

    def spawn_sync(self, **options: Any) -> SyncMyelin:
        return Myelin.spawn_sync(["node", str(SERVER)], name="driver", env=clean_environment(self.folder), **options)

    def test_a_run_is_looped_over_and_has_a_result(self) -> None:
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)
            run = session.prompt("hello")
            events = list(run)
            self.assertEqual((events[0].type, events[-1].type), ("agent_start", "agent_end"))
            self.assertEqual(run.result().end_reason, "stop")
            self.assertIs(run.summary, run.result())
            text = "".join(update.delta for update in of_type(events, MessageUpdate))
            self.assertEqual(of_type(events, MessageUpdate)[-1].message.content, (TextBlock(text=text),))
            with self.assertRaises(MyelinError) as caught:
                iter(run)
            self.assertEqual(caught.exception.code, "EVENTS_MISSED")
            self.assertEqual(session.state().cwd, str(self.folder))
            self.assertEqual([listed.session_id for listed in myelin.sessions()], [session.id])

    def test_guards_and_tools_are_plain_functions_that_may_use_the_library(self) -> None:
        threads: list[str] = []
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            def guard(call: ToolCallInfo) -> Block | None:
                threads.append(threading.current_thread().name)
                self.assertTrue(session.state().is_running)
                return Block("not here") if call.tool_name == "bash" else None

            @myelin.tool(description="Looks a word up in the dictionary")
            def lookup(word: str, context: SyncToolContext) -> str:
                context.progress("looking")
                return f"{word} of {context.session_id}"

            denied = list(session.prompt('bash command="touch trace"'))
            found = list(session.prompt('lookup word="myelin"'))
            self.assertEqual([end.is_error for end in of_type(denied, ToolExecutionEnd)], [True])
            self.assertIn(f"myelin of {session.id}", text_of(of_type(found, ToolExecutionEnd)[0].result.content))
            updates = [one.update for one in of_type(found, ToolExecutionUpdate) if one.kind == "progress"]
            self.assertEqual([update["delta"] for update in updates], ["looking"])
            self.assertEqual(set(threads), {"guard"})
            session.remove_hook(guard)
            myelin.remove_tool(lookup)
            self.assertEqual(session.prompt('bash command="true"').result().tool_errors, 0)
        self.assertFalse((self.folder / "trace").exists())

    def test_a_guard_that_raises_denies(self) -> None:
        logging.getLogger("myelin").setLevel(logging.CRITICAL)
        self.addCleanup(logging.getLogger("myelin").setLevel, logging.NOTSET)
        for failure in (ValueError("mine"), StopIteration(), SystemExit(3)):
            with self.spawn_sync() as myelin:
                session = myelin.create_session(cwd=self.folder)

                @session.on_tool_call
                def guard(call: ToolCallInfo, failure: BaseException = failure) -> None:
                    raise failure

                self.assertEqual(session.prompt('bash command="touch trace"').result().tool_errors, 1)
        self.assertFalse((self.folder / "trace").exists())

    def test_a_guard_that_hangs_denies_and_closing_does_not_wait_for_it(self) -> None:
        release = threading.Event()
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)

            @session.on_tool_call(timeout_ms=100)
            def guard(call: ToolCallInfo) -> None:
                release.wait()

            self.assertEqual(session.prompt('bash command="touch trace"').result().tool_errors, 1)
        release.set()
        self.assertFalse((self.folder / "trace").exists())

    def test_a_stream_is_looped_over_and_a_loop_may_be_left(self) -> None:
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)
            stream = session.events()
            run = session.prompt('bash command="sleep 60"')
            for event in run:
                if isinstance(event, ToolExecutionStart):
                    break
            self.assertTrue(session.abort().stopped)
            self.assertEqual(run.result().end_reason, "aborted")
            seen: list[SessionEvent] = []
            for event in stream:
                seen.append(event)
                if isinstance(event, SessionIdle):
                    break
            stream.close()
            self.assertEqual(list(stream), [])
            again = session.events(after_seq=0)
            self.assertEqual([next(again).type for _ in range(2)], [event.type for event in seen[:2]])
            del run, stream, again
            gc.collect()

    def test_a_loop_that_was_left_or_closed_holds_up_nobody_though_no_collector_comes(self) -> None:
        command = ["node", str(SERVER), "--plugin", str(Path(__file__).parent / "flood.mjs")]
        with Myelin.spawn_sync(command, env=clean_environment(self.folder)) as myelin:
            flood = ModelRef(provider="flood", id="words")
            session = myelin.create_session(cwd=self.folder, model=flood, window_bytes=1000)
            gc.collect()
            gc.disable()
            self.addCleanup(gc.enable)
            patience = threading.Timer(60, myelin.close)
            patience.start()
            self.addCleanup(patience.join)
            self.addCleanup(patience.cancel)
            left = session.prompt("flood 3000")
            for _ in left:
                break
            self.assertEqual(left.result().end_reason, "stop")
            closed = session.prompt("flood 3000")
            events = iter(closed)
            next(events)
            events.close()
            self.assertEqual(closed.result().end_reason, "stop")
            self.assertEqual(list(events), [])

    def test_questions_are_asked_by_a_plain_function(self) -> None:
        asked: list[str] = []

        def ask(question: UiAskParams) -> bool:
            asked.append(threading.current_thread().name)
            return True

        plugin = self.folder / "asking.mjs"
        plugin.write_text(ASKING)
        command = ["node", str(SERVER), "--plugin", str(plugin)]
        with Myelin.spawn_sync(command, env=clean_environment(self.folder), on_ask=ask) as myelin:
            run = myelin.create_session(cwd=self.folder).prompt('bash command="true"')
            self.assertEqual(of_type(list(run), UiResolved)[0].value, True)
        self.assertEqual(asked, ["ask"])

    def test_after_its_end_it_says_so_and_failures_have_their_codes(self) -> None:
        with self.spawn_sync() as myelin:
            with self.assertRaises(MyelinError) as caught:
                myelin.open_session("nobody")
            self.assertEqual(caught.exception.code, "SESSION_NOT_FOUND")
        myelin.close()
        with self.assertRaises(MyelinError):
            Myelin.spawn_sync(["/no/such/program"])
        self.assertEqual([thread.name for thread in threading.enumerate() if thread.name == "myelin"], [])

    def test_once_it_is_closed_every_call_says_that_the_client_was_closed(self) -> None:
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)
            stream, run = session.events(), session.prompt("hello")
            run.result()
        uses: list[Callable[[], object]] = [
            myelin.sessions,
            lambda: myelin.create_session(cwd=self.folder),
            lambda: myelin.on_tool_call(print),
            lambda: myelin.tool(description="says")(str),
            lambda: myelin.prompt_template("a", "b", description="c"),
            lambda: myelin.remove_hook(print),
            session.state,
            session.events,
            session.close,
            lambda: session.prompt("again"),
            lambda: session.on("tool_result")(print),
            lambda: iter(run),
            lambda: next(stream),
            run.result,
        ]
        for place, use in enumerate(uses):
            with self.subTest(place), self.assertRaises(MyelinError) as caught:
                use()
            self.assertEqual((caught.exception.code, str(caught.exception)), ("DISCONNECTED", "the client was closed"))
        stream.close()
        myelin.close()

    def test_a_coroutine_function_that_waits_for_its_own_thread_is_told_so(self) -> None:
        found: list[MyelinError] = []
        with self.spawn_sync() as myelin:
            session = myelin.create_session(cwd=self.folder)

            @session.tool(description="Looks a word up in the dictionary")
            async def lookup(word: str) -> str:
                try:
                    return str(session.state())
                except MyelinError as error:
                    found.append(error)
                    return word

            self.assertEqual(session.prompt('lookup word="myelin"').result().tool_errors, 0)
        self.assertEqual([error.code for error in found], ["WRONG_THREAD"])
        self.assertIn("make that a plain function", str(found[0]))


class LoopThreadTest(unittest.TestCase):
    def test_what_still_waits_when_it_is_closed_fails_as_disconnected(self) -> None:
        thread, waits, outcome = LoopThread(), threading.Event(), list[str]()

        async def for_ever() -> None:
            waits.set()
            await asyncio.Event().wait()

        def wait() -> None:
            try:
                thread.wait(for_ever())
            except MyelinError as error:
                outcome.append(error.code)

        waiting = threading.Thread(target=wait)
        waiting.start()
        waits.wait(30)
        thread.close()
        waiting.join(30)
        self.assertEqual(outcome, ["DISCONNECTED"])
