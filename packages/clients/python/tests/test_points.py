"""Hooks of all kinds, against the real server."""

from __future__ import annotations

import re
import unittest
from typing import Any, get_args, get_overloads

from myelin import (
    AgentEnd,
    Block,
    ForkPayload,
    HookContext,
    HookPoint,
    InputPayload,
    MessageUpdate,
    ModelRequestPatch,
    ModelRequestPayload,
    NavigatePayload,
    NewMessage,
    SessionEvent,
    SystemPromptPayload,
    TextBlock,
    ToolCallInfo,
    ToolExecutionEnd,
    ToolExecutionStart,
    ToolResultPatch,
    ToolResultPayload,
    UnknownEvent,
)
from myelin._generated.on_point import OnPoint
from myelin._points import TRANSFORMS, VETOES
from server_case import ServerCase, code_of, collect, of_type


class EveryPointTest(unittest.TestCase):
    def test_each_point_of_the_protocol_denies_changes_or_looks_on(self) -> None:
        events = {variant.type for variant in get_args(SessionEvent)} | {"session_start", "session_shutdown"}
        self.assertEqual(sorted(set(get_args(HookPoint)) - events - VETOES.keys() - TRANSFORMS.keys()), [])

    def test_on_gives_every_event_its_own_type_and_nothing_else(self) -> None:
        given: dict[str, str] = {}
        for overload in get_overloads(OnPoint.on):
            for point in re.findall(r"^Literal\['(.*)'\]$", overload.__annotations__["point"]):
                given[point] = overload.__annotations__["return"]
        expected = {
            variant.type: f"Registering[{variant.__name__}, object]"
            for variant in get_args(SessionEvent)
            if variant.type in get_args(HookPoint)
        }
        expected |= dict.fromkeys(("session_start", "session_shutdown"), "Registering[UnknownEvent, object]")
        self.assertEqual({point: type for point, type in given.items() if type.endswith(", object]")}, expected)
        self.assertEqual(expected["message_update"], "Registering[MessageUpdate, object]")
        self.assertEqual(given.keys() - expected.keys(), VETOES.keys() | TRANSFORMS.keys())


class PointsTest(ServerCase):
    async def test_transforms_change_arguments_results_the_system_prompt_and_the_request(self) -> None:
        seen: list[Any] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder, system_prompt="be brief")

            @session.on("tool_args")
            def other(call: ToolCallInfo) -> dict[str, Any]:
                return {**call.args, "command": "echo changed"}

            @session.on("tool_result", hook_id="hide")
            async def hide(payload: ToolResultPayload) -> ToolResultPatch:
                seen.append(payload)
                return ToolResultPatch(content=(TextBlock(text="hidden"),))

            @session.on("system_prompt")
            def longer(payload: SystemPromptPayload) -> str:
                return f"{payload.system_prompt}, but not too brief"

            @session.on("model_request")
            def fewer(payload: ModelRequestPayload) -> ModelRequestPatch:
                seen.append(payload)
                return ModelRequestPatch(tools=("bash",))

            events = await collect(session.prompt('bash command="echo hi"'))
        [end] = of_type(events, ToolExecutionEnd)
        self.assertEqual(end.result.content, (TextBlock(text="hidden"),))
        request, result, later = seen
        self.assertEqual(request.system_prompt, "be brief, but not too brief")
        self.assertIn("bash", [tool.name for tool in request.tools])
        self.assertEqual((result.tool_name, result.args), ("bash", {"command": "echo changed"}))
        self.assertEqual([message.role for message in later.messages], ["user", "assistant", "tool"])

    async def test_what_a_person_says_is_changed_before_it_runs(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on("input")
            def louder(payload: InputPayload) -> list[NewMessage]:
                return ['bash command="echo changed"']

            events = await collect(session.prompt("hello"))
        self.assertEqual(of_type(events, ToolExecutionStart)[0].args, {"command": "echo changed"})

    async def test_observers_are_given_events_and_their_answers_mean_nothing(self) -> None:
        seen: list[SessionEvent] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            for point in ("message_update", "message_end", "turn_end", "agent_end", "tool_execution_start"):
                session.on(point, hook_id=point)(lambda event: seen.append(event) or "what of it")
            with self.assertNoLogs("myelin"):
                self.assertEqual((await session.prompt('bash command="echo hi"')).tool_errors, 0)
        self.assertEqual(
            {event.type for event in seen},
            {"message_update", "message_end", "turn_end", "agent_end", "tool_execution_start"},
        )
        self.assertEqual(of_type(seen, ToolExecutionStart)[0].args, {"command": "echo hi"})
        self.assertEqual(of_type(seen, UnknownEvent), [])

    async def test_an_observer_names_the_type_of_its_event(self) -> None:
        deltas: list[str] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on("message_update")
            def update(event: MessageUpdate) -> None:
                deltas.append(event.delta)

            @myelin.on("agent_end", timeout_ms=1000)
            async def end(event: AgentEnd, context: HookContext) -> None:
                deltas.append(f"{event.summary.end_reason} of {context.session_id}")

            await session.prompt("hello")
        self.assertEqual((deltas[-1], len(deltas) > 1), (f"stop of {session.id}", True))

    async def test_a_guard_of_the_session_denies_a_fork_and_a_navigation(self) -> None:
        asked: list[Any] = []
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @session.on("session_before_fork")
            def fork(payload: ForkPayload) -> Block:
                asked.append(payload)
                return Block("no forks")

            @session.on("session_before_navigate")
            def navigate(payload: NavigatePayload) -> None:
                asked.append(payload)

            await session.prompt("hello")
            self.assertEqual(await code_of(session.fork()), "DENIED")
            await session.navigate(None)
        self.assertEqual(asked[1], NavigatePayload(entry_id=None))

    async def test_terms_that_do_not_fit_the_point_are_refused(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on("tool_call", required=True)(lambda call: None)  # type: ignore
            self.assertEqual(await code_of(session.prompt("hello")), "HOOK_REJECTED")

    async def test_a_transform_that_answers_nonsense_is_reported(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.on("tool_result")(lambda payload: "hidden")  # type: ignore
            with self.assertLogs("myelin"):
                events = await collect(session.prompt('bash command="echo hi"'))
        [report] = [event for event in events if event.type == "plugin_error"]
        self.assertIn("ToolResultPatch", report.message)
