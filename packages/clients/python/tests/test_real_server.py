"""The client and the real server, over a real pipe."""

from __future__ import annotations

import asyncio
import os
import signal

from myelin import (
    AgentEnd,
    AssistantMessage,
    Block,
    ContextPatch,
    ContextPayload,
    HookInfo,
    MessageEnd,
    MessageStart,
    MessageUpdate,
    ModelRef,
    ProcessExitedError,
    SessionIdle,
    TextBlock,
    ToolCallInfo,
    ToolContext,
    ToolDecision,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
    TurnEnd,
    UserMessage,
)
from server_case import ServerCase, code_of, collect, content_of, of_type, text_of, until
from verifies import verifies


class PromptTest(ServerCase):
    async def test_a_prompt_streams_its_answer_with_snapshots_then_its_summary(self) -> None:
        verifies("R2", "R54", "R56", "R65")
        (self.folder / "package.json").write_text('{ "name": "tiny" }')
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            run = session.prompt("read package.json and tell me its name")
            events = await collect(run)
            summary = await run
        self.assertEqual(
            (summary.turn_count, summary.tool_calls, summary.tool_errors, summary.end_reason), (2, 1, 0, "stop")
        )
        self.assertEqual(events[0].type, "agent_start")
        self.assertEqual(of_type(events, AgentEnd)[0].summary, summary)
        answer = [end.message for end in of_type(events, MessageEnd) if isinstance(end.message, AssistantMessage)][1]
        self.assertEqual(answer.content, (TextBlock(text='In package.json the name is "tiny".'),))
        updates = [event for event in of_type(events, MessageUpdate) if event.message.id == answer.id]
        self.assertEqual("".join(update.delta for update in updates), 'In package.json the name is "tiny".')
        self.assertEqual(updates[-1].message.content, answer.content)
        self.assertEqual(updates[0].message.content, (TextBlock(text="In "),))

    async def test_history_comes_out_of_the_events(self) -> None:
        verifies("R124")
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            events = await collect(session.prompt('bash command="echo one"'))
        ended = tuple(end.message for end in of_type(events, MessageEnd))
        self.assertEqual([message and message.role for message in ended], ["user", "assistant", "tool", "assistant"])
        self.assertEqual(of_type(events, AgentEnd)[0].new_messages, ended)
        self.assertEqual(of_type(events, TurnEnd)[0].tool_results, (ended[2],))
        self.assertEqual(content_of(ended[2]), of_type(events, ToolExecutionEnd)[0].result.content)

    async def test_a_prompt_is_refused_while_a_run_is_live_or_queued_if_it_says_so(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            first = session.prompt('slow: bash command="echo hi"')
            first_events = aiter(first)
            await until(first_events, MessageUpdate)
            self.assertEqual(await code_of(session.prompt("now")), "SESSION_BUSY")
            second = session.prompt("and you?", when_busy="follow_up")
            await asyncio.gather(first, second)
            begun = of_type(await collect(second), MessageStart)[0].message
        assert isinstance(begun, UserMessage)
        self.assertEqual(begun.content, (TextBlock(text="and you?"),))

    async def test_a_run_is_steered(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            events = aiter(session.prompt('slow: bash command="echo one"'))
            await until(events, MessageUpdate)
            item_id = await session.steer('bash command="echo two"')
            rest = await collect(events)
        users = [event.message for event in of_type(rest, MessageStart) if isinstance(event.message, UserMessage)]
        self.assertEqual([message.id for message in users], [item_id])
        self.assertIn({"command": "echo two"}, [event.args for event in of_type(rest, ToolExecutionStart)])


class EndTest(ServerCase):
    async def test_an_abort_resolves_the_prompt_with_its_tool_stopped(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            run = session.prompt('bash command="sleep 60"')
            events = aiter(run)
            await until(events, ToolExecutionStart)
            self.assertTrue((await session.abort("enough")).stopped)
            self.assertEqual((await run).end_reason, "aborted")
            await until(events, AgentEnd)

    async def test_cancelling_a_task_ends_its_run_and_the_closing_events_still_arrive(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            task = asyncio.ensure_future(session.prompt('bash command="sleep 60"'))
            await until(stream, ToolExecutionStart)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual((await until(stream, AgentEnd)).summary.end_reason, "aborted")
            await until(stream, SessionIdle)
            self.assertEqual((await session.prompt("hello")).end_reason, "stop")

    async def test_a_time_limit_ends_the_run(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(session.prompt('bash command="sleep 60"'), 0.5)
            self.assertEqual((await until(stream, AgentEnd)).summary.end_reason, "aborted")

    async def test_the_death_of_the_server_ends_all_that_waits_and_says_how(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            run = session.prompt('bash command="kill -9 $PPID; sleep 60"')
            for waiting in (run, collect(run), collect(stream), session.state()):
                with self.assertRaises(ProcessExitedError) as caught:
                    await waiting
                self.assertEqual(caught.exception.exit_code, -signal.SIGKILL)

    async def test_a_program_that_fails_leaves_no_server(self) -> None:
        pid = 0
        with self.assertRaises(ValueError):
            async with self.spawn() as myelin:
                pid = (await myelin.status()).pid
                raise ValueError("mine")
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)


class GuardTest(ServerCase):
    async def test_a_guard_blocks_a_tool_with_a_reason_that_the_model_and_the_program_see(self) -> None:
        verifies("R84")
        asked: list[ToolCallInfo] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            async def guard(call: ToolCallInfo) -> Block | None:
                asked.append(call)
                return Block("not here") if call.tool_name == "bash" else None

            events = await collect(session.prompt('bash command="touch trace"'))
            allowed = of_type(await collect(session.prompt('ls path="."')), ToolExecutionEnd)[0]
        self.assertEqual(
            [(call.tool_name, call.args) for call in asked],
            [("bash", {"command": "touch trace"}), ("ls", {"path": "."})],
        )
        denied = of_type(events, ToolExecutionEnd)[0]
        self.assertEqual((denied.is_error, denied.result.content), (True, (TextBlock(text="not here"),)))
        self.assertFalse(allowed.is_error)
        self.assertFalse((self.folder / "trace").exists())
        decision = of_type(events, ToolDecision)[0]
        self.assertEqual(decision.answer, "block")
        self.assertEqual(
            [(one.by, one.hook_id, one.cause, one.reason) for one in decision.decisions],
            [("driver", "guard", "policy", "not here")],
        )

    async def test_a_guard_may_ask_the_session_things_while_it_is_asked(self) -> None:
        seen: list[object] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_tool_call
            async def guard(call: ToolCallInfo) -> None:
                seen.append((await session.state()).is_running)
                seen.append(await code_of(session.prompt("inside")))
                seen.append(bool(await session.steer("and then stop")))

            self.assertEqual((await session.prompt('bash command="echo hi"')).end_reason, "stop")
        self.assertEqual(seen, [True, "SESSION_BUSY", True])

    async def test_a_guard_may_be_taken_back(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @myelin.on_tool_call
            def guard(call: ToolCallInfo) -> Block:
                return Block("no")

            self.assertEqual((await session.prompt('bash command="echo hi"')).tool_errors, 1)
            await myelin.remove_hook(guard)
            self.assertEqual((await session.prompt('bash command="echo hi"')).tool_errors, 0)

    async def test_a_guard_is_asked_though_nobody_takes_an_event(self) -> None:
        asked: list[ToolCallInfo] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on_tool_call(asked.append)
            stream = session.events()
            run = session.prompt('bash command="echo hi"')
            await run
            self.assertEqual(len(asked), 1)
            self.assertGreater(len(await collect(run)), 10)
            stream.close()


class ContextTest(ServerCase):
    async def test_the_hook_sees_every_message_whole_and_changes_what_the_model_is_shown(self) -> None:
        verifies("R86")
        shown: list[ContextPayload] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on_context
            async def patch(payload: ContextPayload) -> ContextPatch | None:
                shown.append(payload)
                return ContextPatch(append=('bash command="echo patched"',)) if len(shown) == 1 else None

            events = await collect(session.prompt("hello"))
        self.assertEqual(of_type(events, ToolExecutionStart)[0].args, {"command": "echo patched"})
        self.assertEqual(
            [[message.role for message in payload.messages] for payload in shown],
            [["user"], ["user", "assistant", "tool"]],
        )
        ended = tuple(end.message for end in of_type(events, MessageEnd))
        self.assertEqual(shown[1].messages, ended[:3])


class ToolTest(ServerCase):
    async def test_a_tool_is_called_says_what_it_does_and_answers_the_model(self) -> None:
        verifies("R118", "R119", "R132")
        async with self.spawn() as myelin:

            @myelin.tool(description="Looks a word up")
            async def lookup(word: str, context: ToolContext) -> str:
                await context.progress("looking")
                return f"{word}: the sheath of a nerve"

            session = await myelin.create_session(cwd=self.folder)
            events = await collect(session.prompt('lookup word="myelin"'))
            self.assertIn("lookup", [tool.name for tool in await session.tools()])
            end = of_type(events, ToolExecutionEnd)[0]
            self.assertEqual(session.args(end.tool_call_id), {"word": "myelin"})
        self.assertEqual(of_type(events, ToolExecutionUpdate)[0].update, {"kind": "output", "delta": "looking"})
        self.assertEqual(
            (end.is_error, end.result.content), (False, (TextBlock(text="myelin: the sheath of a nerve"),))
        )

    async def test_a_tool_that_raises_is_an_error_and_one_that_runs_is_cancelled_by_an_abort(self) -> None:
        stopped = asyncio.Event()
        async with self.spawn() as myelin:

            @myelin.tool(description="Fails")
            def boom() -> str:
                raise ValueError("no")

            @myelin.tool(description="Waits")
            async def forever() -> str:
                try:
                    await asyncio.Event().wait()
                finally:
                    stopped.set()
                return ""

            session = await myelin.create_session(cwd=self.folder)
            end = of_type(await collect(session.prompt("call boom")), ToolExecutionEnd)[0]
            self.assertEqual((end.is_error, end.result.content), (True, (TextBlock(text="no"),)))
            run = session.prompt("call forever")
            await until(aiter(run), ToolExecutionStart)
            await session.abort()
            await asyncio.wait_for(stopped.wait(), 5)
            self.assertEqual((await run).end_reason, "aborted")


class ClientTest(ServerCase):
    async def test_several_sessions_run_at_once_each_with_its_own_stream(self) -> None:
        async with self.spawn() as myelin:
            sessions = [await myelin.create_session(cwd=self.folder) for _ in range(4)]
            runs = [session.prompt(f'bash command="echo number {i}"') for i, session in enumerate(sessions)]
            for number, events in enumerate(await asyncio.gather(*(collect(run) for run in runs))):
                end = of_type(events, ToolExecutionEnd)[0]
                self.assertIn(f"number {number}", text_of(end.result.content))
            listed = await myelin.sessions()
        self.assertEqual([session.session_id for session in listed], [session.id for session in sessions])

    async def test_models_and_plugins_are_listed_and_the_model_is_set(self) -> None:
        async with self.spawn() as myelin:
            demo = ModelRef(provider="demo", id="demo")
            self.assertEqual((await myelin.models()).default, demo)
            session = await myelin.create_session(cwd=self.folder, model=demo)

            @session.on_tool_call(hook_id="watch", on_failure="allow")
            def watch(call: ToolCallInfo) -> None: ...

            await session.prompt("hello")
            hooks = [hook for plugin in await myelin.plugins() if plugin.name == "driver" for hook in plugin.hooks]
            self.assertEqual(hooks, [HookInfo(hook_id="watch", point="tool_call", on_failure="allow")])
            await session.set_model(demo)
            self.assertEqual(await code_of(session.set_model(ModelRef(provider="no", id="such"))), "MODEL_NOT_FOUND")

    async def test_a_closed_session_ends_its_stream_and_its_calls_say_so(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            await session.close()
            await collect(stream)
            self.assertEqual(await code_of(session.state()), "SESSION_NOT_FOUND")

    async def test_it_may_be_awaited_and_closed_by_hand(self) -> None:
        myelin = await self.spawn()
        self.assertEqual(myelin.server.server_info.name, "myelin")
        await myelin.close()
        self.assertEqual(await code_of(myelin.models()), "DISCONNECTED")
        await myelin.close()

    async def test_a_relative_folder_is_this_programs_own(self) -> None:
        async with self.spawn(cwd="/") as myelin:
            session = await myelin.create_session(cwd=".")
            self.assertEqual((await session.state()).cwd, os.getcwd())
